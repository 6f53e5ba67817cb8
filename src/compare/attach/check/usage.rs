//! The memory and the time that processes take.

#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::path::Path;
use std::time::Duration;

#[cfg(unix)]
use super::guard::descendants;

/// The beginning of the names of files in memory.
#[cfg(unix)]
const IN_MEMORY: &str = "/memfd:";
/// Size of the blocks in which a system counts the room of a file, in bytes.
#[cfg(unix)]
const BLOCK: u64 = 512;

/// The share of the machine that all processes have taken which a process has started.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// Their memory, in bytes.
    pub memory: u64,
    /// The room that their open files take which have no name any more, in bytes.
    pub nameless: u64,
    /// Their time on processors.
    pub worked: Duration,
    /// True if one of them wants a processor, and so works or waits its turn.
    pub wants_to_work: bool,
}

impl Usage {
    /// Returns the usage of the processes that a process has started. Systems without /proc report nothing.
    pub fn of(process: u32) -> Usage {
        #[cfg(unix)]
        return Usage::of_all(&descendants(process));
        #[cfg(not(unix))]
        {
            let _ = process;
            Usage::default()
        }
    }

    #[cfg(unix)]
    fn of_all(processes: &[u32]) -> Usage {
        // The first one is being started.
        let wants_to_work = processes.is_empty() && Path::new("/proc/self").exists();
        let mut usage = Usage { wants_to_work, ..Usage::default() };
        let (mut shared, mut in_memory) = (0, 0);
        for process in processes {
            let read = |file: &str| fs::read_to_string(format!("/proc/{process}/{file}")).unwrap_or_default();
            // After the name, which may contain anything: the state, and from the twelfth field on the times.
            let stat = read("stat");
            let fields: Vec<&str> = stat.rsplit_once(") ").map_or("", |(_, rest)| rest).split(' ').collect();
            let number = |text: &str| text.parse::<u64>().unwrap_or_default();
            let ticks: u64 = fields.iter().skip(11).take(2).map(|field| number(field)).sum();
            usage.worked += Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second());
            usage.wants_to_work |= fields[0] == "R";
            let status = read("status");
            let sum = |name: &str| {
                let lines = status.lines().filter(|line| line.starts_with(name));
                lines.filter_map(|line| line.split_whitespace().nth(1)).map(number).sum::<u64>() << 10
            };
            usage.memory += sum("RssAnon:");
            shared += sum("RssShmem:");
            let [memory, disk] = nameless(*process);
            in_memory += memory;
            usage.nameless += disk;
        }
        // A file in memory may be mapped, and then counts as shared already.
        usage.memory += shared.max(in_memory);
        usage
    }
}

/// Returns the room in memory and on disks that the open files of a process take which have no name.
#[cfg(unix)]
fn nameless(process: u32) -> [u64; 2] {
    use std::os::unix::fs::MetadataExt;
    let mut room = [0; 2];
    for file in fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten() {
        let Ok(about) = fs::metadata(file.path()) else { continue };
        if about.is_file() && about.nlink() == 0 {
            let is_on_disk =
                fs::read_link(file.path()).is_ok_and(|place| !place.to_string_lossy().starts_with(IN_MEMORY));
            room[usize::from(is_on_disk)] += about.blocks() * BLOCK;
        }
    }
    room
}
