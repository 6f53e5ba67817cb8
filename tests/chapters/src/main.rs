use std::{env,fs,path::Path};
fn collect(dir:&Path, base:&Path, out:&mut chapters::program::Sources){
    for e in fs::read_dir(dir).unwrap(){ let p=e.unwrap().path(); if p.is_dir(){collect(&p,base,out)} else if p.extension().is_some_and(|x|x=="rs"){ out.insert(p.strip_prefix(base).unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&p).unwrap()); } }
}
fn main(){
    let a:Vec<String>=env::args().collect();
    let mut s:chapters::program::Sources=Default::default();
    collect(Path::new("../../src"),Path::new("../../src"),&mut s);
    let t=s["support/text.rs"].clone(); s.insert("text.rs".into(), t);
    for x in ["main.rs","save_slot.rs"] { s.insert(x.into(), fs::read_to_string(Path::new("template").join(x)).unwrap()); }
    for t in s.values_mut() { *t=t.replace("crate::support::","crate::"); }
    s.retain(|p,_| !["cli/","desktop/","trace/","verify/","fov_lab/","support/"].iter().any(|d|p.starts_with(d)) && p!="lib.rs");
    let r=chapters::cut::cut(&s,&chapters::known::Choice{part:a[1].parse().unwrap(),library:"Libstdcxx".into()}).unwrap_or_else(|e|{eprintln!("{e}");std::process::exit(1)});
    let out=Path::new(&a[2]); let _=fs::remove_dir_all(out.join("src"));
    for (p,t) in r { let f=out.join("src").join(p); fs::create_dir_all(f.parent().unwrap()).unwrap(); fs::write(f,t).unwrap(); }
}
