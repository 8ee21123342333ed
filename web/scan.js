// Reads codes with the camera, where the browser can; a photo and the keyboard work without it.
"use strict";
(async () => {
  const box = document.querySelector("#scan-camera");
  const form = document.querySelector("#scan-form");
  if (!box || !form || !("BarcodeDetector" in window) || !navigator.mediaDevices?.getUserMedia) {
    return;
  }
  const wanted = ["qr_code", "ean_13", "ean_8", "upc_a", "upc_e", "code_128"];
  let formats = [];
  try {
    const known = await BarcodeDetector.getSupportedFormats();
    formats = wanted.filter((format) => known.includes(format));
  } catch {
    // A browser that does not say what it reads is taken to read nothing.
  }
  if (!formats.includes("qr_code")) return;

  const [video, said] = [box.querySelector("video"), box.querySelector("[role=status]")];
  const [start, stop] = [box.querySelector("[data-keep=start]"), box.querySelector("[data-keep=stop]")];
  const hint = said.textContent;
  const detector = new BarcodeDetector({ formats });
  let stream = null;
  box.hidden = false;

  function show(isOpen) {
    [start.hidden, stop.hidden, video.hidden] = [isOpen, !isOpen, !isOpen];
  }
  function close() {
    stream?.getTracks().forEach((track) => track.stop());
    stream = null;
    video.srcObject = null;
    show(false);
  }

  start.addEventListener("click", async () => {
    start.disabled = true;
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment" }, audio: false,
      });
      video.srcObject = stream;
      show(true);
      await video.play();
      said.textContent = box.dataset.looking;
      stop.focus();
      look();
    } catch (error) {
      close();
      said.textContent = error.name === "NotAllowedError" ? box.dataset.denied : box.dataset.failed;
    } finally {
      start.disabled = false;
    }
  });
  stop.addEventListener("click", () => { close(); said.textContent = hint; start.focus(); });
  addEventListener("pagehide", close);

  async function look() {
    while (stream) {
      let codes = [];
      try { codes = await detector.detect(video); } catch { /* A frame that is not there yet. */ }
      const code = codes.find((each) => each.rawValue);
      if (stream && code) {
        close();
        form.querySelector("[name=code]").value = code.rawValue;
        form.requestSubmit();
        return;
      }
      await new Promise((done) => setTimeout(done, 150));
    }
  }
})();
