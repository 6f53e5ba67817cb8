/// A message that comes again and again takes one line.
#[test]
fn repeated_messages_take_one_line() {
    use crate::message_log::MessageLog;
    let mut log = MessageLog::default();
    for line in ["A rat.", "A rat.", "A rat.", "A bat.", "A rat."] {
        log.add(line.to_owned());
    }
    assert_eq!(log.lines().iter().collect::<Vec<_>>(), ["A rat. (x3)", "A bat.", "A rat."]);
    log.clear();
    log.add("A rat.".to_owned());
    assert_eq!(log.lines().iter().collect::<Vec<_>>(), ["A rat."]);
    // The log still forgets the oldest of more than 200 lines.
    for number in 1..=250 {
        log.add(format!("Rat {number}."));
        log.add(format!("Rat {number}."));
    }
    assert_eq!(log.lines().len(), 200);
    assert_eq!(log.lines()[0], "Rat 51. (x2)");
}
