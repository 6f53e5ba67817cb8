//! Programs with fewer rights than the tests have.

use std::process::Command;

/// A program may write files of this many blocks of 512 or 1,024 bytes. Beyond that comes SIGXFSZ.
pub fn may_write_blocks(blocks: u32) -> Command {
    let mut limited = Command::new("env");
    limited.args(["--default-signal=XFSZ", "sh", "-c", &format!("ulimit -f {blocks}; exec \"$@\""), "sh"]);
    limited
}

/// Returns the command with the rights of an ordinary user. Root may write to every file.
pub fn without_privileges(command: &Command) -> Command {
    let user = Command::new("id").arg("-u").output().unwrap();
    if user.stdout != b"0\n" {
        let mut same = Command::new(command.get_program());
        same.args(command.get_args());
        return same;
    }
    let mut limited = Command::new("setpriv");
    limited.args(["--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all", "--"]);
    limited.arg(command.get_program()).args(command.get_args());
    limited
}
