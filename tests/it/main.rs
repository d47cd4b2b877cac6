//! The whole program, tested from outside: key strings in, screens out; the command line; records; a pseudo-terminal.

mod agreement;
mod analyse;
mod architecture;
mod arena;
mod board_art;
mod browser;
mod clocks;
mod command_line;
mod common;
mod computer;
mod crash;
mod disk;
mod docs;
mod engine;
mod exchange;
mod gtp;
mod home;
mod hostile;
mod keeping;
mod lessons;
mod palette;
mod picture;
mod pictures;
mod plain;
mod polish;
mod pty;

mod report;
mod review;
mod screen;
mod settings;
mod slow_disk;
mod small_windows;
mod study;
mod support;
mod terminal;
