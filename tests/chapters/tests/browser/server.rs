//! A server of files, for pages that are not read from a disk.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

/// Serves a folder until the test ends. Returns its address.
pub fn serve(folder: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            thread::spawn(move || answer(stream, &folder));
        }
    });
    address
}

/// Answers one request. A browser that goes away before the end is no error.
fn answer(mut stream: TcpStream, folder: &Path) {
    let Some(Ok(line)) = BufReader::new(&stream).lines().next() else { return };
    let path = line.split(' ').nth(1).unwrap_or("/").split('?').next().unwrap_or_default();
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let (status, body) = match fs::read(folder.join(path.trim_start_matches('/'))) {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body)).ok();
}
