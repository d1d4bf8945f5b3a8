//! The playground, mounted on the page.

fn main() {
    web::app::start();
}
