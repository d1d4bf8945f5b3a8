//! The web server that the published page is tested on, with its module for files that are compressed by brotli.

use std::env;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::process;
use crate::tool::debian;

/// Files of this machine. `NGINX` and `NGINX_BROTLI` in the environment choose others.
pub(crate) struct Nginx {
    pub(crate) server: PathBuf,
    /// The module, which the configuration loads.
    pub(crate) brotli: PathBuf,
}

/// Their names in Debian.
const DEBIAN_PACKAGES: [&str; 2] = ["nginx", "libnginx-mod-http-brotli-static"];

/// Where Debian puts them. The folder of the server is not on the search path of every user.
const DEBIAN_SERVER: &str = "/usr/sbin/nginx";
const DEBIAN_BROTLI: &str = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";

/// Finds nginx and its module, or installs them if that is possible without asking.
pub(crate) fn install() -> Result<Nginx, Failure> {
    if let Some(nginx) = find() {
        return Ok(nginx);
    }
    debian::install(&DEBIAN_PACKAGES)?;
    find().ok_or_else(|| {
        Failure::new(format!(
            "nginx or its module for brotli is missing: install both (on Debian: `sudo apt-get install {}`), \
             or name them in the variables NGINX and NGINX_BROTLI.",
            DEBIAN_PACKAGES.join(" ")
        ))
    })
}

/// Finds nginx and its module.
pub(crate) fn find() -> Option<Nginx> {
    let server = named("NGINX").or_else(|| process::find("nginx")).or_else(|| file(DEBIAN_SERVER));
    let brotli = named("NGINX_BROTLI").or_else(|| file(DEBIAN_BROTLI));
    Some(Nginx { server: server?, brotli: brotli? })
}

fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from)
}

fn file(path: &str) -> Option<PathBuf> {
    let path = Path::new(path);
    path.is_file().then(|| path.to_owned())
}
