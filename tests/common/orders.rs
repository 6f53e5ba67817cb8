//! What a session wanted of the program around it.

use roguelike::desktop::{Order, Session};

/// Returns the problems that were reported. Other orders are forgotten.
pub fn problems(session: &mut Session) -> Vec<String> {
    let problem = |order| if let Order::Complain(problem) = order { Some(problem) } else { None };
    session.take_orders().into_iter().filter_map(problem).collect()
}
