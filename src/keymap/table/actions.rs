//! The actions of keys: their names, their words and the keys that do them, an entry for each.

use tetralith_core::Direction;
use tetralith_terminput::KeyCode;

use super::super::context::Context;
use super::super::key::{
    BACK_TAB, BACKSPACE, DOWN, END, ENTER, ESC, HOME, Key, LEFT, PAGE_DOWN, PAGE_UP, RIGHT, TAB,
    UP, ch, ctrl, key, shift,
};
use super::{Binding, action_table};

action_table! {
    Accept { "accept" [
        bind Play [ENTER, ch(' ')] "play": "Play the move at the cursor";
        bind Tromino [ENTER] "drop": "Drop the tromino as shown";
        bind Review [ENTER] "play": "Try the move at the cursor as a variation";
        bind Retry [ENTER, ch(' ')] "play": "Try the move at the cursor, or go to the next mistake";
        bind Lesson [ENTER, ch(' ')] "play": "Try the move at the cursor";
        bind Editor [ENTER, ch(' ')] "place": "Place or remove a stone";
        bind Explorer [ENTER, ch(' ')] "play": "Play the selected move on the board";
        bind Menu [ENTER, ch(' ')] "choose": "Choose this entry";
        bind Seats [ENTER, ch('P')] "done": "Go on with these players";
        bind Typing [ENTER] "done": "Done";
        bind Palette [ENTER] "run": "Run the selected command";
    ] }
    Move(Direction) {
        (Direction::NorthWest) "move-north-west" [
            held Hexhex [ch('w')] "move": "Up and left";
        ]
        (Direction::NorthEast) "move-north-east" [
            held Hexhex [ch('e')] "move": "Up and right";
        ]
        (Direction::North) "move-north" [
            held Play | Retry | Lesson | Editor [UP] "move": "Move the cursor up";
            held Square [ch('k')] "move": "Up";
            held Review [shift(KeyCode::Up)] "move": "Move the cursor up";
            held Explorer [UP] "up": "Previous move in the list";
            held Menu [UP, BACK_TAB] "up": "Previous entry";
            held Palette [UP, BACK_TAB] "up": "Previous command";
            held Page [UP, ch('k')] "up": "One line up";
        ]
        (Direction::South) "move-south" [
            held Play | Retry | Lesson | Editor [DOWN] "move": "Move the cursor down";
            bind Seats [DOWN, UP, TAB] "other side": "Go to the other side";
            held Square [ch('j')] "move": "Down";
            held Review [shift(KeyCode::Down)] "move": "Move the cursor down";
            held Explorer [DOWN] "down": "Next move in the list";
            held Menu [DOWN, TAB] "down": "Next entry";
            held Palette [DOWN, TAB] "down": "Next command";
            held Page [DOWN, ch('j')] "down": "One line down";
        ]
        (Direction::West) "move-west" [
            held Play | Retry | Lesson | Editor [LEFT] "move": "Move the cursor left";
            bind Seats [LEFT] "previous player": "Previous player";
            held Hexhex [ch('a')] "move": "Left";
            held Square [ch('h')] "move": "Left";
            held Review [shift(KeyCode::Left)] "move": "Move the cursor left";
            held Menu [LEFT] "less": "Previous value, or parent directory";
            held Name | Typing [LEFT] "left": "One character left";
            bind Rules [LEFT] "previous game": "Rules of the previous game";
            bind Report [LEFT] "previous point": "Show the previous turning point";
        ]
        (Direction::East) "move-east" [
            held Play | Retry | Lesson | Editor [RIGHT] "move": "Move the cursor right";
            bind Seats [RIGHT] "next player": "Next player: a person, each level, another program";
            held Hexhex [ch('d')] "move": "Right";
            held Square [ch('l')] "move": "Right";
            held Review [shift(KeyCode::Right)] "move": "Move the cursor right";
            held Menu [RIGHT] "more": "Next value";
            held Name | Typing [RIGHT] "right": "One character right";
            bind Rules [RIGHT] "next game": "Rules of the next game";
            bind Report [RIGHT] "next point": "Show the next turning point";
        ]
        (Direction::SouthWest) "move-south-west" [
            held Hexhex [ch('z')] "move": "Down and left";
        ]
        (Direction::SouthEast) "move-south-east" [
            held Hexhex [ch('x')] "move": "Down and right";
        ]
    }
    Jump(Direction) {
        (Direction::North) "jump-north" [
            held Play | Editor [shift(KeyCode::Up)] "far": "Move the cursor five cells up";
        ]
        (Direction::South) "jump-south" [
            held Play | Editor [shift(KeyCode::Down)] "far": "Move the cursor five cells down";
        ]
        (Direction::West) "jump-west" [
            held Play | Editor [shift(KeyCode::Left)] "far": "Move the cursor five cells left";
        ]
        (Direction::East) "jump-east" [
            held Play | Editor [shift(KeyCode::Right)] "far": "Move the cursor five cells right";
        ]
    }
    NextLegal { "next-legal" [
        held Play | Review | Retry | Lesson [TAB] "next legal": "Go to the next legal cell";
    ] }
    PreviousLegal { "previous-legal" [
        held Play | Review | Retry | Lesson [BACK_TAB] "previous legal":
            "Go to the previous legal cell";
    ] }
    JumpTo { "jump-to" also "letters hints easymotion go to cell quick" [
        bind Play | Review [ch('J')] "jump": "Go to a legal cell by typing the signs shown on it";
    ] }
    LookThrough { "look-through" also
        "review replay history study autoplay graph report retry mistake mistakes blunder \
         blunders what was wrong second opinion" [
        bind Play [ch('B')] "review": "Review the game";
    ] }
    TypeStep { "type-step" also "enter move coords cell variation try what-if" [
        bind Play | Retry | Lesson [ch('m')] "type": "Type a move";
        bind Review [ch('m')] "try a move": "Type a move to try as a variation";
    ] }
    Pass { "pass" also "skip" [
        bind Play | Retry [ch('p')] "pass": "Pass, in games that have it";
        bind Lesson [ch('p')] "pass": "Try to pass";
    ] }
    Swap { "swap" also "pie sides colors colours exchange" [
        bind Play [ch('S')] "swap": "Swap colours after the first stone (pie rule)";
        bind Retry [ch('S')] "swap": "Swap colours (pie rule)";
        bind Lesson [ch('S')] "swap": "Try to swap colours";
    ] }
    Resign { "resign" also "surrender forfeit concede abandon give up draw" [
        bind Play [ch('G')] "resign": "Resign";
        bind Review [ch('G')] "resign": "Resign the game in progress";
    ] }
    Take(u8) {
        (1) "take-first" also "accept suggestion candidate best" [
            bind Play [ch('1')] "play 1": "Play the first move of the hint";
            bind Review [ch('1')] "best move":
                "Try the best candidate; at a mistake, the better move";
            bind Report [ch('1')] "turning point": "Go to the first turning point";
        ]
        (2) "take-second" also "accept suggestion candidate best" [
            bind Play [ch('2')] "play 2": "Play the second move of the hint";
            bind Review [ch('2')] "play 2": "Try the second candidate";
            bind Report [ch('2')] "turning point": "Go to the second turning point";
        ]
        (3) "take-third" also "accept suggestion candidate best" [
            bind Play [ch('3')] "play 3": "Play the third move of the hint";
            bind Review [ch('3')] "play 3": "Try the third candidate";
            bind Report [ch('3')] "turning point": "Go to the third turning point";
        ]
        (4) "take-fourth" also "accept suggestion candidate best" [
            bind Report [ch('4')] "turning point": "Go to the fourth turning point";
        ]
        (5) "take-fifth" also "accept suggestion candidate best" [
            bind Report [ch('5')] "turning point": "Go to the fifth turning point";
        ]
    }
    Skip { "skip" [
        bind Retry [ch('n')] "skip": "Skip this mistake";
    ] }
    TakeBack { "take-back" [
        bind Play [ESC, BACKSPACE] "unpick": "Take back part of an unfinished move";
        bind Jump [ESC, BACKSPACE] "stop": "Cancel the jump";
        bind Retry [BACKSPACE] "unpick": "Take back part of an unfinished move";
        bind Lesson [BACKSPACE] "unpick": "Unpick the last cell";
    ] }
    Rotate { "rotate" also "turn shape orientation" [
        bind Tromino [ch('r')] "turn": "Rotate to the next shape that fits here";
    ] }
    RotateBack { "rotate-back" [
        bind Tromino [ch('R')] "rotate back": "Rotate to the previous shape that fits here";
    ] }
    NextStone { "next-stone" [
        bind Tromino [ch('e')] "colours": "Choose which stone is the opponent's";
    ] }
    Pick { "pick" [
        bind Tromino [ch(' ')] "pick": "Pick three cells one by one, then the opponent's stone";
    ] }
    Halt { "halt" also "stop pause cancel" [
        bind Thinking [ESC] "stop": "Stop the engine until you let it move";
        bind Watching [ch(' ')] "pause": "Pause the game";
    ] }
    MoveNow { "move-now" also "force hurry" [
        bind Thinking [ch('n')] "move now": "Make the engine move now";
    ] }
    LetMove { "let-move" also "continue resume go" [
        bind Waiting [ENTER, ch(' ')] "resume": "Let the engine move again";
    ] }
    OneStep { "one-step" also "single step" [
        bind Waiting [ch('n')] "one move": "Let the engine make one move, then pause";
    ] }
    Chat { "chat" also "say talk message write" [
        bind Remote [ch('C')] "chat": "Send a message to the other player";
    ] }
    AcceptOffer { "accept-offer" also "accept agree allow" [
        bind Offer [ctrl('y')] "accept": "Accept the offer: a takeback, a pause or a rematch";
    ] }
    DeclineOffer { "decline-offer" also "decline refuse reject" [
        bind Offer [ctrl('n')] "decline": "Decline the offer";
    ] }
    Brush { "brush" also "colour color switch stone" [
        bind Editor [TAB] "other colour": "Place stones of the other colour";
    ] }
    PutFirst { "put-first" also "place stone add" [
        bind Editor [ch('1')] "first": "Place a stone of the first player's colour";
    ] }
    PutSecond { "put-second" also "place stone add" [
        bind Editor [ch('2')] "second": "Place a stone of the second player's colour";
    ] }
    TakeAway { "take-away" also "remove delete erase stone" [
        bind Editor [BACKSPACE, key(KeyCode::Delete), ch('0')] "remove":
            "Remove the stone at the cursor";
    ] }
    OtherSide { "other-side" also "turn side to move player" [
        bind Editor [ch('s')] "side to move": "Change the side to move";
    ] }
    TurnKind { "turn-kind" also "phase opening pass swap turn" [
        bind Editor [ch('t')] "turn": "Next kind of turn: opening, swap, after a pass";
    ] }
    SetOptions { "set-options" also "size game komi pie rules options" [
        bind Editor [ch('b')] "board": "Choose the game, board and options";
    ] }
    PlayFromHere { "play-from-here" also "start game opponent computer" [
        bind Editor [ch('p')] "play": "Play from this position";
    ] }
    Why { "why" also "why explain reason legal illegal allowed" [
        bind Table | Lesson [ch('y')] "why":
            "Explain why the cell is legal or illegal";
    ] }
    RulesBeside { "rules-beside" also "how howto explain" [
        bind Table [ch('I')] "rules beside": "Show or hide the rules beside the board";
    ] }
    RulesUp { "rules-up" [
        held RulesBeside [PAGE_UP] "rules up": "Scroll the rules up";
    ] }
    RulesDown { "rules-down" [
        held RulesBeside [PAGE_DOWN] "rules down": "Scroll the rules down";
    ] }
    Hint { "hint" also
        "analyse analyze analysis engine evaluate evaluation suggest best move candidates win \
         rate winrate pv principal variation main line who is winning" [
        bind Table [ch('H')] "hint": "Show or hide candidate moves and their win rates";
        bind Retry [ch('H')] "show the answer": "Show the best move";
        bind Lesson [ch('H')] "hint": "Get a hint for this step";
    ] }
    Threat { "threat" also "danger threats" [
        bind Table [ch('X')] "threat": "Show or hide what the opponent threatens";
    ] }
    Seats { "seats" also "opponent level difficulty strength stronger weaker easier harder two \
        players computer ai bot engine human" [
        bind Table [ch('P')] "players": "Change the players: people, levels or another program";
    ] }
    PauseClock { "pause-clock" also "pause timer clock time" [
        bind Table [ch('Z')] "pause clock": "Pause or resume the clocks";
    ] }
    Undo { "undo" also "takeback take back revert" [
        held Table [ch('u')] "undo": "Undo a move";
        bind Lesson [ch('u')] "restart": "Restart this step";
        held Editor [ch('u')] "undo": "Undo a change";
        bind Files [ch('u')] "undo": "Restore the last deleted game";
    ] }
    Redo { "redo" also "forward again" [
        held Table [ctrl('r'), ch('U')] "redo": "Redo a move";
        held Solved [RIGHT, DOWN, ch(']')] "on": "One move forward";
        held Editor [ctrl('r'), ch('U')] "redo": "Redo a change";
    ] }
    Back { "back" [
        held Review [LEFT, UP] "back": "One move back";
        held Table [ch('[')] "back": "One move back";
        held Solved [LEFT, UP, ch('[')] "back": "One move back";
        bind Lesson [ch('['), PAGE_UP] "previous": "Previous step";
        held Explorer [LEFT, BACKSPACE, ch('[')] "back": "One move back";
    ] }
    Forward { "forward" [
        held Review [RIGHT, DOWN] "on": "One move forward";
        held Table [ch(']')] "on": "One move forward";
        bind LessonOn [ENTER, ch(' ')] "next": "Go to the next step";
        bind Lesson [ch(']'), PAGE_DOWN] "next": "Next step, done or not";
        held Explorer [RIGHT, ch(']')] "on": "One move forward";
    ] }
    BackTen { "back-ten" [
        held Table [PAGE_UP] "ten back": "Ten moves back";
        held Explorer [PAGE_UP] "ten up": "Ten moves up";
        held Menu [PAGE_UP] "ten up": "Ten entries up";
        held Palette [PAGE_UP] "ten up": "Ten commands up";
        held Page [PAGE_UP] "page up": "One page up";
    ] }
    ForwardTen { "forward-ten" [
        held Table [PAGE_DOWN] "ten forward": "Ten moves forward";
        held Explorer [PAGE_DOWN] "ten down": "Ten moves down";
        held Menu [PAGE_DOWN] "ten down": "Ten entries down";
        held Palette [PAGE_DOWN] "ten down": "Ten commands down";
        held Page [PAGE_DOWN, ch(' ')] "page down": "One page down";
    ] }
    First { "first" also "start beginning rewind" [
        bind Table [HOME] "first": "Go to the start of the game";
        bind Solved [HOME] "first": "Go to the start of the puzzle";
        bind Explorer [HOME] "first": "First move in the list";
        bind Menu [HOME] "first": "First entry";
        bind Typing [HOME, ctrl('a')] "start": "Start of the line";
        bind Page [HOME] "top": "Go to the top";
    ] }
    Last { "last" also "end latest" [
        bind Table [END] "last": "Go to the last move";
        bind Solved [END] "last": "Go to the end of the solution";
        bind Explorer [END] "last": "Last move in the list";
        bind Menu [END] "last": "Last entry";
        bind Typing [END, ctrl('e')] "end": "End of the line";
        bind Page [END] "bottom": "Go to the bottom";
    ] }
    GoToTurn { "go-to-turn" also "goto jump number" [
        bind Table [ch('g')] "go to turn": "Go to a turn by its number";
    ] }
    Autoplay { "autoplay" also "autoplay slideshow watch run" [
        bind Running [ch(' ')] "stop": "Stop autoplay";
        bind Review [ch(' ')] "autoplay": "Play through the game automatically";
    ] }
    Faster { "faster" also "speed quicker" [
        bind Watching [ch('>'), ch('.')] "faster": "Faster: show each move for less time";
        bind Review [ch('>'), ch('.')] "faster": "Autoplay faster";
    ] }
    Slower { "slower" also "speed" [
        bind Watching [ch('<'), ch(',')] "slower": "Slower: show each move for more time";
        bind Review [ch('<'), ch(',')] "slower": "Autoplay slower";
    ] }
    NextVariation { "next-variation" also "variation branch line compare" [
        bind Table [ch('v')] "variation":
            "Next variation of this move; in review, the first from here";
    ] }
    PreviousVariation { "previous-variation" also "variation branch line compare" [
        bind Table [ch('V')] "variation":
            "Previous variation of this move; in review, the last from here";
    ] }
    MainLine { "main-line" also "main game back variation branch leave" [
        bind Review [ch('0')] "main line": "Return to the main line";
    ] }
    Promote { "promote" also "promote mainline" [
        bind Table [ch('M')] "main line": "Make this variation the main line";
    ] }
    DeleteVariation { "delete-variation" also "remove cut prune erase branch line" [
        bind Review [ch('D'), key(KeyCode::Delete)] "delete variation": "Delete this variation";
    ] }
    ReturnToGame { "return-to-game" also "resume continue go back play" [
        bind Review [ch('B')] "back to the game": "Return to the game in progress";
    ] }
    PlayOn { "play-on" also "resume continue branch" [
        bind Review [ch('b')] "play from here": "Play from here; later moves stay as a variation";
        bind LessonOn [ch('b')] "board":
            "Open the puzzle on the board, to analyse or play on";
    ] }
    Analyse { "analyse" also
        "analyse analyze analysis review report mistake mistakes blunder blunders \
         evaluate learn study best worst move what was went wrong better computer graph \
         chart win rate winrate" [
        bind Play [ch('A')] "analyse": "Show where the whole game can be analysed";
        bind Review [ch('A')] "analyse": "Analyse the whole game, or stop the analysis";
        bind Editor [ch('A')] "analyse": "Analyse this position";
    ] }
    Report { "report" also
        "accuracy worst moves win rate winrate summary statistics stats analysis" [
        bind Review [ch('r')] "report": "Read the report on this game";
    ] }
    Retry { "retry" also "learn from mistakes blunders practise practice train again" [
        bind Review [ch('@')] "retry mistakes": "Try your mistakes again";
    ] }
    ThinkFirst { "think-first" also "hide engine off analysis spoiler quiz guess" [
        bind Review [ch(';')] "think first": "Hide engine output until you ask for it, or show it";
    ] }
    Exact { "exact" also
        "solve solver solved tablebase perfect proof prove proven value who is winning" [
        bind Review [ch('*')] "solve": "Solve this position exactly; again: stop, or hide it";
    ] }
    Opinion { "opinion" also
        "second opinion other program engine gtp compare evaluate evaluation win rate winrate" [
        bind Review [ch('S')] "second opinion":
            "Ask another program about this position; again: stop, or hide it";
    ] }
    NextFault { "next-fault" also
        "worst move mistake blunder inaccuracy error fault what was went wrong" [
        bind Review [ch('n')] "next mistake": "Go to the next inaccuracy, mistake or blunder";
    ] }
    PreviousFault { "previous-fault" also
        "worst move mistake blunder inaccuracy error fault what was went wrong" [
        bind Review [ch('p')] "previous mistake":
            "Go to the previous inaccuracy, mistake or blunder";
    ] }
    Tree { "tree" also "variations tree branch branches compare list moves" [
        bind Table [ch('Y')] "tree": "Show or hide variations in the move list";
    ] }
    Glyph { "glyph" also "judge mark good bad blunder nag symbol" [
        bind Table [ch('!')] "annotate": "Annotate this move: ! ? !! ?? !? ?! or none";
    ] }
    OwnMark { "own-mark" also "letter dot shade square label draw highlight" [
        bind Review [ch('K')] "mark cell":
            "Mark the cell at the cursor: a dot, a letter, a shade or none";
    ] }
    Arrow { "arrow" also "draw line highlight" [
        bind Review [ch('^')] "arrow":
            "Begin an arrow at the cursor, or end it at another cell";
    ] }
    Find { "find" also "search" [
        bind Table [ch('/')] "find": "Find a move, a comment or a turn";
    ] }
    Comment { "comment" also "note notes write" [
        bind Table [ch('c')] "comment": "Comment on this move";
    ] }
    CommentGame { "comment-game" also "note notes write describe event" [
        bind Table [ch('\'')] "on the game": "Comment on the whole game";
    ] }
    EditComment { "edit-comment" also "note notes write long external vim emacs nano" [
        bind Table [ch('$')] "in editor":
            "Write the comment in your own editor ($VISUAL or $EDITOR)";
    ] }
    Marks { "marks" also "territory control influence overlay score show legal" [
        bind Table [ch('t')] "marks": "Show or hide the game's marks on the board";
    ] }
    ZoomIn { "zoom-in" also "zoom bigger enlarge" [
        bind Table | Retry | Lesson | Editor [ch('+'), ch('=')] "larger": "Make the board larger";
    ] }
    ZoomOut { "zoom-out" also "zoom shrink" [
        bind Table | Retry | Lesson | Editor [ch('-')] "smaller": "Make the board smaller";
    ] }
    Coordinates { "coordinates" also "labels letters numbers" [
        bind Table | Editor [ch('#')] "coordinates": "Show or hide the coordinates";
    ] }
    TurnBoard { "turn-board" also "rotate turn orientation" [
        bind Table | Editor [ch('T')] "rotate board": "Rotate the board clockwise";
    ] }
    FlipBoard { "flip-board" also "mirror reverse flip" [
        bind Table | Editor [ch('F')] "flip board": "Flip the board left to right";
    ] }
    Explore { "explore" also
        "opening openings explorer find book train database statistics similar games position \
         search library" [
        bind Table [ch('f')] "explorer": "Look up moves played in this position";
    ] }
    Train { "train" also "opening repertoire learn practise practice mark line" [
        bind Explorer [ch('t')] "train":
            "Add this opening to those you train in Learn, or remove it";
    ] }
    EditPosition { "edit-position" also
        "editor setup set up paste problem arrange place stones board position fen" [
        bind Table [ch('W')] "set up": "Set up a position, starting from this one";
        bind Home [ch('W')] "set up": "Set up a position by hand";
    ] }
    CopyGame { "copy-game" also "share link line text" [
        bind Table [ch('C')] "copy game": "Copy the game as one line of text";
    ] }
    QrCode { "qr-code" also "share phone scan code link line" [
        bind Table [ch('%')] "QR code": "Show the game as a QR code for another device";
    ] }
    CopyPosition { "copy-position" also "text fen notation share position" [
        bind Table [ch('&')] "copy position": "Copy the position as one line of text";
        bind Editor [ch('c')] "copy": "Copy the position as one line of text";
    ] }
    TypePosition { "type-position" also "paste fen notation import enter" [
        bind Editor [ch('v')] "as text": "Type or paste the position as one line of text";
    ] }
    Clear { "clear" also "empty reset wipe" [
        bind Editor [ch('C')] "clear": "Remove all stones";
    ] }
    SaveAs { "save-as" also "save write store pgn" [
        bind Table [ch('s')] "save as": "Save the game to a file";
    ] }
    Export { "export" also
        "image picture diagram screenshot png svg gif html markdown page annotated share \
         copy clipboard" [
        bind Table [ch('E')] "picture":
            "Export the position or game as a picture or page, or copy it";
    ] }
    NewGame { "new-game" also "restart rematch another" [
        bind Table [ch('N')] "new game": "Start a new game";
        bind Home [ch('N')] "new game": "Start a new game: the selected game";
    ] }
    Rematch { "rematch" also "again revenge return exchange colours" [
        bind Review [ch('R')] "rematch": "Rematch: the other player begins";
    ] }
    Open { "open" also "load import saved archive resume delete game" [
        bind Table [ch('O')] "open": "Open a saved game";
        bind Home [ch('O')] "open": "Open a saved game, or a file from anywhere";
    ] }
    Resume { "resume" also "continue unfinished" [
        bind Home [ch('r')] "resume": "Resume your last game";
    ] }
    PlayComputer { "play-computer" also "rematch again bot engine ai opponent" [
        bind Home [ch('p')] "play computer":
            "Play the computer: the selected game, or as last time";
    ] }
    MyGames { "my-games" also
        "statistics stats results score history rating accuracy record wins losses" [
        bind Home [ch('m')] "my games": "Read the statistics of your own games";
    ] }
    Daily { "daily" also "tactics problem problems exercise day" [
        bind Home [ch('d')] "daily puzzle": "Solve the puzzle of the day";
    ] }
    Look { "look" [
        bind Files [ch('/')] "find": "Search games by name, player or result";
    ] }
    Rename { "rename" [
        bind Files [ch('r')] "rename": "Rename the selected game";
    ] }
    Delete { "delete" [
        bind Files [ch('d'), key(KeyCode::Delete)] "delete": "Delete the selected game";
    ] }
    TypePath { "type-path" [
        bind Files [ch('g')] "go to": "Type the path of a file or directory";
    ] }
    Parent { "parent" [
        bind Files [LEFT, BACKSPACE] "parent directory": "Go to the parent directory";
    ] }
    Erase { "erase" [
        held Name | Typing [BACKSPACE] "erase": "Delete the character to the left";
        held Filter [BACKSPACE] "erase": "Delete the last character; letters search";
    ] }
    EraseNext { "erase-next" [
        held Name | Typing [key(KeyCode::Delete)] "erase next":
            "Delete the character to the right";
    ] }
    EraseWord { "erase-word" [
        held Typing [ctrl('w')] "erase word": "Delete the word to the left";
    ] }
    EraseAll { "erase-all" [
        bind Name | Typing [ctrl('u')] "erase all": "Delete everything to the left";
        bind Filter [ctrl('u')] "erase all": "Clear the search";
    ] }
    Yes { "yes" [
        bind Question [ch('y')] "yes": "Yes";
        bind Harmless [ENTER] "yes": "Yes";
    ] }
    No { "no" [
        bind Question [ch('n'), ESC] "no": "No";
    ] }
    Home { "home" also "menu main back" [
        bind Review [ESC] "home": "Back to the home screen; the game is saved";
        bind Table [ch('Q')] "home": "Back to the home screen; the game is saved";
        bind Editor [ch('Q')] "home": "Back to the home screen; the position stays as it is";
    ] }
    Cancel { "cancel" [
        bind Seats [ESC] "cancel": "Keep the players as they were";
        bind Retry [ESC, ch('Q')] "back to the game": "Back to the game";
        bind Lesson [ESC, ch('Q')] "back": "Leave the lesson";
        bind Editor [ESC] "back": "Back; the position stays as it is";
        bind Explorer [ESC, ch('f'), ch('Q')] "board": "Back to the board";
        bind Menu [ESC] "back": "Back";
        bind Typing [ESC] "cancel": "Cancel";
        bind Palette [ESC] "close": "Close the palette";
        bind Filter [ESC] "show all": "Clear the search, or close the list";
        bind Page [ESC, ENTER, ch('q')] "close": "Close the page";
    ] }
    Help { "help" also "keys shortcuts bindings commands manual" [
        bind Anywhere [ch('?')] "help": "Show all keys";
    ] }
    Palette { "palette" also "command search" [
        bind Anywhere [ch(':')] "commands": "Find a command by typing";
    ] }
    Rules { "rules" also "how howto explain" [
        bind Anywhere [key(KeyCode::F(1)), ch('i')] "rules": "Read the rules of the game";
    ] }
    Learn { "learn" also "tutorial lesson lessons teach practice strategy openings large boards" [
        bind Anywhere [ch('L')] "learn": "Learn the game in a lesson";
    ] }
    Quit { "quit" also "exit leave close" [
        bind Anywhere [ch('q')] "quit": "Quit; the game is saved and can be resumed";
        fixed Anywhere [ctrl('c')] "quit": "Quit at once; the game is saved";
    ] }
    Suspend { "suspend" [
        fixed Anywhere [ctrl('z')] "suspend": "Suspend Tetralith; the shell can resume it";
    ] }
    MouseCapture { "mouse-capture" also "mouse select selection" [
        bind Anywhere [key(KeyCode::F(2))] "mouse":
            "Switch the mouse between Tetralith and selecting text";
    ] }
    Settings { "settings" also "options preferences config configuration configure" [
        bind Anywhere [ch('o')] "settings": "Open or close the settings";
    ] }
    Redraw { "redraw" also "refresh repaint" [
        bind Anywhere [ctrl('l')] "redraw": "Redraw the screen";
    ] }
}
