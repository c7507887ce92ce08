/**
 * Plays the home page's film on phones once the page has loaded (docs/specification.md#home). The media
 * queries of its sources keep a narrow screen from requesting it together with the page. Without that part,
 * the queries for motion and theme are left.
 */
addEventListener("load", () => {
  const film = document.querySelector<HTMLVideoElement>(".film video");
  if (!film || matchMedia("(min-width:768px)").matches) return;
  film.querySelectorAll("source").forEach((source) => {
    source.media = source.media.replace("(min-width:768px) and ", "");
  });
  film.load();
  film.dataset.film = "";
});

export {};
