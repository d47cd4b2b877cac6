//! The words of codes: short and common.

/// Every word, in order.
pub(super) const WORDS: [&str; 256] = [
    "acorn", "agent", "album", "alder", "amber", "anchor", "angle", "apple", "apron", "arrow", "aspen", "atlas",
    "autumn", "badge", "bamboo", "banjo", "barn", "basil", "basin", "beach", "beacon", "beaver", "bell", "berry",
    "birch", "bison", "blade", "blanket", "bloom", "boat", "bonnet", "book", "bottle", "boulder", "branch", "bread",
    "breeze", "brick", "bridge", "brook", "broom", "brush", "bucket", "butter", "button", "cabin", "cable", "camel",
    "camera", "canal", "candle", "canoe", "canyon", "carbon", "carpet", "castle", "cedar", "cello", "chalk", "chapel",
    "cherry", "chess", "cider", "cinder", "circle", "clay", "cliff", "clock", "cloud", "clover", "coast", "cobalt",
    "cocoa", "comet", "compass", "copper", "coral", "corn", "cotton", "crane", "crater", "crayon", "cricket",
    "crystal", "daisy", "delta", "desert", "dolphin", "door", "dove", "dragon", "drum", "dune", "eagle", "early",
    "easel", "echo", "elbow", "elder", "ember", "engine", "falcon", "farm", "feather", "fern", "ferry", "fiddle",
    "field", "finch", "fire", "flag", "flint", "flock", "flour", "flute", "forest", "fossil", "fountain", "fox",
    "galaxy", "garden", "garlic", "garnet", "gate", "giant", "ginger", "glacier", "glass", "globe", "glove", "grape",
    "gravel", "green", "guitar", "hammer", "harbor", "harp", "harvest", "hazel", "heron", "hill", "honey", "horizon",
    "island", "ivory", "jacket", "jade", "jar", "jasmine", "juniper", "kettle", "key", "kite", "ladder", "lagoon",
    "lake", "lantern", "lark", "laurel", "lemon", "lentil", "letter", "light", "lilac", "lily", "linen", "lion",
    "lobster", "lotus", "magnet", "maple", "marble", "market", "meadow", "melon", "meteor", "mill", "mint", "mirror",
    "moon", "moss", "mountain", "mustard", "needle", "nest", "north", "oak", "oasis", "oat", "ocean", "olive", "onion",
    "opal", "orbit", "orchard", "otter", "owl", "oyster", "paddle", "palm", "panda", "paper", "parrot", "peach",
    "pearl", "pebble", "pencil", "pepper", "piano", "pigeon", "pilot", "pine", "planet", "plum", "pocket", "pond",
    "poppy", "prairie", "prism", "pumpkin", "quartz", "quill", "rabbit", "radish", "rain", "raven", "reed", "ribbon",
    "ridge", "river", "robin", "rocket", "saddle", "sail", "salmon", "sand", "scarf", "seal", "shell", "silver",
    "sparrow", "spruce", "squirrel", "summit", "swan", "tiger", "tulip", "valley", "velvet", "violet", "wagon",
    "walnut", "willow", "winter", "yarn", "zebra",
];
