//! The longer texts of `--help`: examples, and the format of traces.

/// The examples of the program.
pub(super) const EXAMPLES: &str = "\
Examples:
  roguelike                              play the whole game
  roguelike --part 3 --seed 42           play the game of chapter 3, in the dungeon of seed 42
  roguelike trace --part 7 --keys \"Right*5 Down I\"
                                         print that run as text
  roguelike verify my-build.trace        find where another build's run differs from the series
  roguelike shot --part 3 -o map.png     save the window as a picture
  roguelike fov --seed 42 --at 30,12     show what four algorithms see from there
  roguelike play --replay run.trace      watch a recorded run

Every command has its own --help.";

/// The examples of `play`.
pub(super) const PLAY_EXAMPLES: &str = "\
Examples:
  roguelike play --part 5                play chapter 5, in a random dungeon
  roguelike play --seed 42 --record run.trace
                                         play the whole game and record it
  roguelike play --replay run.trace --delay 50
                                         watch the recording; Space stops it, Left and Right step,
                                         Up and Down change the speed; Escape ends it, and you play on

In the window, F1 shows the keys.";

/// The examples of `runs`.
pub(super) const RUNS_EXAMPLES: &str = "\
Examples:
  roguelike runs                            list them: how they ended, when, part, class, \
depth, seed, file
  roguelike play --replay FILE              watch the run of a file that ends in .trace
  roguelike runs --give-up 20261123-142500-part17-rogue.trace
                                            end a run that was left

Runs that are 'left' can be continued, and a window plays those that are 'open'. In the window R shows the
same list and continues, watches or gives up any of them; C on the menu continues the run that was left last.
A run that was given up stays on the list, and can be watched. The line of a file that is 'damaged' says why
it cannot be read, and to give it up removes it. A run whose file is damaged in the middle goes on from there
in a file of its own, and the damaged one stays as it is.";

/// The examples of `trace`, and how keys are written.
pub(super) const TRACE_EXAMPLES: &str = "\
Examples:
  roguelike trace --part 3 --seed 42 --keys \"Right*5 Down\"
  roguelike trace --part 17 --seed 1 --stdlib libc++ --keys-file run.keys --brief
  my-bot | roguelike trace --keys-file -     each step is written before the next key is read

Keys have SDL's names (Up, Space, Escape, F5, A, 1, .), in upper or lower case, separated by white space.
A blank in a name is written as _. Right*5 is Right five times. # begins a comment.";

/// The format of a trace, for readers and for programs that write one.
pub(super) const TRACE_FORMAT: &str = "\
A trace is UTF-8 text. Every line has one fact and ends with a line feed. The header comes first. A block
of lines for step 0 follows: the state after the first drawing. Then there is a block for each key. [N]
means that a line or field exists from Part N on. The lines of a block have this order. Any of them can be
left out; then it is not compared. B is 0 for no and 1 for yes.

The header:
  roguelike-trace 1      'roguelike-trace 1 brief' in the brief form
  part N                 1 to 17
  seed N                 0 to 4294967295
  stdlib NAME            as after --stdlib
  fov NAME               as after --fov; only if not shadowcast

A step:
  step N KEY             N from 0; KEY is SDL's name, in step 0 start
  save LINE              in recordings, if F9 finds a save that the run
                         did not write itself: each line of the save;
                         - if there is none, ? if it is damaged [15]
  quit                   the key ended the program; the last line
  log TEXT               each message of this step, in order [5]
  sound NAME             each sound: hit pickup descend zap die win [16]
  title TEXT             the title of the window
  screen NAME            map, dead [5], inventory [8],
                         class-select [14], won [17]
  class NAME             Fighter, Rogue or Mage [14]
  player X Y hp H/M power P defense D poison N regen N alive B
                         column and row, H hit points of M [2],
                         alive [4], power [5], defense [9],
                         poison and regen: turns left [10]
  bonus strength N magic N
                         from potions and class [9], magic [13]
  amulets N              in the pack [17]
  depth D of N stairs X Y
                         D from 0, N levels made so far [11]
  monster I G X Y hp H/M power P poison N regen N venom B alive B
                         I from 0, also the dead; glyph, column and
                         row [4], power [5], poison, regen, venom [10]
  item I WHAT X Y        lies on this level's floor [8]
  pack I WHAT            lies in the pack [8]
  wield WHAT             the weapon, or - [9]
  wear WHAT              the armour, or - [9]
  potion TYPE looks LOOK known B
                         a line for each type [8]
  scroll TYPE looks LABEL known B
                         a line for each type [13]
  rng N                  the next number of the game's generator, which
                         is not advanced [4]
  tiles HASH             the map
  frame HASH             the screen that was drawn last

WHAT is potion:TYPE, scroll:TYPE, weapon:BONUS, armour:BONUS or amulet. A potion's TYPE is healing, poison,
strength or regeneration, a scroll's lightning or fireball. Before a class is chosen [14] there are no
lines from class to scroll, and no tiles.

A HASH is FNV-1a with 64 bits (offset 14695981039346656037, prime 1099511628211), in 16 hexadecimal
digits. The hash of the tiles takes one byte for each tile, row by row: the sum of 1 for floor, 2 for
visible and 4 for explored [3]. The hash of the frame takes six bytes for each glyph that is not a blank:
column, row, character (? if it is not printable), red, green, blue. The glyphs are sorted by row, then by
column; on the same tile they are in the order of drawing. A window has 36 rows, or 41 [16].

There are four forms. The normal form is described above. The full form (--full) also has pictures: rows
of 64 characters between bars, after tiles (|0000677...|, the numbers of the hash) and after frame (the
topmost glyph of each tile). With --colors rows of their colours follow those of the frame: six hexadecimal
digits for each tile, red, green and blue, or six blanks. In the brief form (--brief) a step is one line,
'step N KEY HASH'. Its hash takes all bytes of the lines that the step has in the normal form, without the
line 'step'.

Lines that begin with # are skipped, but 'verify' uses some of them: '# records WORD ...', the first words
of the lines that the program writes when there is something to write; '# marks keys end', a promise of
'# key KEY' before the program handles a key, and of '# end' when it ends in an orderly way. A C++
program writes '# seeds N', the seeds taken so far, '# saved LINE' for each line that F5 wrote, and with
--colors '# colors ROW COLUMN DIGITS' for colours that have changed, in place of their rows. A run that the
desktop keeps has its state in '# now ...' and '# end ...', and '# save N' before a step with N lines of a save.";

/// The examples of `keys`.
pub(super) const KEYS_EXAMPLES: &str = "\
Examples:
  roguelike keys --part 10 -o part10.keys
  ./mygame --seed 9 --keys-file part10.keys --colors --trace mine.trace     \
with the seed that the file names
  roguelike verify mine.trace

With correct rules, the seed and the keys lead to fights, items, statuses, stairs and deaths, as far as the
part has them. Another library gives other dungeons, so name yours: roguelike keys --part 10 --stdlib msvc";

/// The examples of `attach`.
pub(super) const ATTACH_EXAMPLES: &str = "\
Examples:
  roguelike attach --part 7 mygame -o trace.patch
  cd mygame && patch -p1 < ../trace.patch       or: git apply --directory=mygame trace.patch

The patch adds trace.hpp and the lines that call it. If the place of a line is not found, standard error
says where the line belongs. Without arguments the program plays as before.";

/// The examples of `verify`, and its exit codes.
pub(super) const VERIFY_EXAMPLES: &str = "\
Examples:
  roguelike verify my-build.trace           a run that a C++ build recorded with tests/cpp/trace.hpp
  roguelike verify --show my-build.trace    look at both runs side by side, step by step
  roguelike verify runs/*.trace --json      one line of JSON for each file, for scripts
  ./mygame --seed 42 --keys \"Right*5\" --full | roguelike verify -

Where only messages, sounds, the title or the frame differ, this is reported once and the rest is compared.
Facts that a trace leaves out are not compared. A trace in the full form gives the best explanations. The
exit code is 0 if all traces are equal to the series, 1 if one differs, 2 if a file is not a trace or has
nothing to compare, and 3 if a file cannot be read, the answers cannot be written or no window can be opened.

--show takes one file. Its window begins at the first step that differs. Keys: Left and Right for a step,
PgUp and PgDn for ten, Home and End, N and P (or Tab) for the next and the previous step that differs, Z for
both maps in their whole width, F11 for fullscreen, Escape to end. A brief trace has no pictures to show.
Without --colors the recorded picture has the expected colours, and without --full it shows only what the
recorded lines say.";

/// The examples of `shot`.
pub(super) const SHOT_EXAMPLES: &str = "\
Examples:
  roguelike shot --part 1 --seed 42 -o dungeon.png
  roguelike shot --seed 42 --keys \"2 Right*3 I\" -o pack.png
  roguelike shot --part 3 --seed 42 -o - | display";

/// The examples of `steps`, and what each part shows.
pub(super) const STEPS_EXAMPLES: &str = "\
Examples:
  roguelike steps --part 1 --seed 42 -o dungeon.png
  roguelike steps --part 3 --seed 42 --at 30,12 -o view.png --frames view
  roguelike steps --part 7 --seed 25 --keys \"Right*8\" -o hunt.png

Part 1 shows how a dungeon is carved, 3 how the view is computed (with --fov by another algorithm), 5 and 7
how monsters in view choose a step, 12 how a cave grows, and 13 which monster scrolls hit. From the first
floor, Part 12 goes down to the second, a cave.";

/// The examples of `fov`, and what its pictures and its table show.
pub(super) const FOV_EXAMPLES: &str = "\
Examples:
  roguelike fov --seed 42 --at 30,12                   the view from there, by four algorithms
  roguelike fov --seed 42 --digest --algorithm raycast
  roguelike fov --seeds 1..1000 --compare

In the pictures, @ is the origin, # and . are visible tiles, + is visible but not with shadowcast, and - is
visible with shadowcast only.

The table counts the mistakes with every floor tile as the origin. Blind spots are tiles within 11 tiles
that are not visible although a clear line leads from centre to centre. Tiles seen through walls are
visible although no line leads to them. In an asymmetric pair, one floor tile sees the other but is not
seen from it.";
