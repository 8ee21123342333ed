// Runs before anything is drawn: what only pages without script show is never seen, and nothing moves
// when the other scripts come.
document.documentElement.classList.add("scripted");
