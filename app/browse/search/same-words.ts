import { porterStem } from "#app/browse/search/stem.ts";

/**
 * The words that mean the same in this market, for the search and the assistant
 * (docs/specification.md#same-words). Each line is one meaning, and each of its words also finds the others.
 * In a line with a `>`, only the words before it find those after it. A hyphen joins two adjacent words.
 * Other forms of a word (draw, drawing) need no entry. Add a word only if most people who use it mean this.
 */
const lines = `
  picture photo image photograph pic snapshot shot photography photographer
  draw drawn drew sketch illustrate illustration illustrator
  draw sketch > portrait pencil ink
  painting > portrait watercolour watercolor
  dog cat puppy kitten horse > pet
  animal > pet
  logo emblem wordmark logotype
  brand branding > identity
  colour color
  lettering calligraphy handwriting > lettering brush
  sticker decal > label
  packaging package box carton
  flyer leaflet brochure pamphlet
  signboard signage > sign
  slide presentation powerpoint deck keynote
  investor fundraising > pitch seed deck
  book manuscript novel > ebook epub
  ebook e-book epub kindle
  cartoon > animated animation character
  animate animation animated animator motion
  website web-site site webpage homepage web-page home-page
  website site > page
  shop store webshop
  ecommerce e-commerce > shop shopify woocommerce
  slow fast faster speed > speed performance fast
  hacked hack malware virus infected
  broken break broke bug error crash fault > fix repair
  bug error crash > debugging
  fix repair mend solve restore
  mobile phone smartphone iphone android cellphone
  app application
  appstore apple playstore > app-store
  rejected refused > review
  test tested testing tester qa
  automate automation automatic automatically macro > script automation
  repetitive > recurring automation
  programmer developer coder coding > code developer web
  hosting host server
  login signin sign-in
  pay paid payment checkout
  refund reimbursement money-back
  blind disabled wheelchair > accessibility screen-reader
  google seo > search seo
  ranking rank > seo search
  google-maps > local google
  business-card visiting-card letterhead > logo stationery brand
  visitor traffic
  advert advertise advertisement advertising ad ads campaign
  facebook instagram > meta
  influencer creator blogger
  dm message > message reply
  answer reply respond
  junk spam
  gmail outlook > email inbox
  basket abandon > cart
  newsletter mailing
  email e-mail mail inbox
  blog blogger > article
  article story essay
  tell told storytelling biography > story
  translate translation translator interpreter localization
  proofread proofreader proofreading > proofread check
  grammar spelling typo > proofread proofreading edit
  edit editor
  write writer writing wrote written rewrite copywriter copywriting
  text copy wording
  resume cv curriculum
  job position vacancy career > job cv
  video film movie footage clip
  video footage > edit
  vhs dvd cassette tape > video mp4
  move moving > motion animation
  reel short shorts clip
  tiktok instagram > reel vertical
  subtitle caption
  wedding married marriage marry
  voiceover voice-over narration narrator
  voicemail answerphone greeting
  song music track
  band singer > song vocals
  podcast radio spotify > podcast episode
  audio sound recording
  noise hum hiss > noise clean
  jingle tune melody > jingle music
  accounting accounts accountant bookkeeping bookkeeper book-keeping > bookkeeping books
  tax > taxes bookkeeping
  receipt invoice
  lend lender borrow > loan
  competitor competition rival
  price pricing charge cost
  survey questionnaire poll
  spreadsheet excel google-sheets
  calculate calculation calculator lookup vlookup > formula spreadsheet model
  type typing typist retype
  scan scanned scanner
  dashboard chart graph
  duplicate double twice > merge clean
  table spreadsheet
  handwritten paper > scan
  scrape scraping crawl collect
  retouch retouching airbrush
  retouch > remove photo
  erase delete cut crop > remove
  background > background cutout white
  torn faded damaged > damaged restore
  apartment flat house home property
  apartment flat house room property rental renting landlord airbnb > interior estate
  dark > bright
  crooked tilted leaning > straight
  dish meal food
  cook cooking recipe > meal
  stand stall foodtruck > food stall
  restaurant cafe bistro diner
  bread cake pastry > bakery bread
  chatbot bot
  chatgpt gpt claude gemini llm > ai model prompt
  ai artificial-intelligence
  workout fitness exercise gym training > strength workout
  diet nutrition vegetarian vegan > meal
  muscle weight slim > strength
  trip travel vacation holiday itinerary sightseeing
  flight plane airport stopover > layover trip
  lesson teach teacher teaching tutor learn class course
  speak speaking talk > conversation
  convert conversion converter
  vectorise vectorize vector svg > vector
  blurry pixelated > blurry vector
  signup registration enrolment enrollment > form
  fill fillable > form fillable
  tidy untidy cleanup clean-up > clean
  transcribe transcript transcription minutes
  assistant secretary
  supplier vendor manufacturer wholesaler
  manual guide handbook instructions tutorial documentation
  document paperwork
  improve improvement modernise modernize outdated dated > refresh redesign
  feedback opinion critique assessment > review check audit
  check review audit inspection
  redesign relaunch rebrand > redesign refresh
  cheap > small
  quick quickly urgent asap fast > quick 24
  small tiny little
  child children kid kids
  company business firm
  gift present birthday
  product item goods merchandise
  calendar appointment schedule
`;

/** Two languages together mean a translation: `english to german`. */
const languages =
  "english german french spanish italian portuguese dutch polish russian ukrainian turkish arabic hindi chinese japanese korean swedish danish".split(
    " ",
  );

/** For each word or pair of words, by its stems, the other words that mean the same. */
const others = new Map<string, readonly string[]>();
for (const line of lines.trim().split("\n")) {
  const [from = [], to = from] = line.split(">").map((half) => half.trim().split(/\s+/));
  for (const word of from) {
    const stems = stemsOf(word);
    const meant = [...(others.get(stems) ?? []), ...to].filter((other) => stemsOf(other) !== stems);
    others.set(stems, [...new Set(meant)]);
  }
}
for (const from of languages) {
  for (const to of languages) others.set(stemsOf(`${from}-${to}`), ["translation"]);
}

/** The stems of words joined by hyphens, a space between them. */
function stemsOf(word: string): string {
  return word.split("-").map(porterStem).join(" ");
}

/**
 * The other words that mean the same in this market. A hyphen joins adjacent words.
 * @param stems the stem of a word, or those of two adjacent words, with a space between
 */
export function sameWords(stems: string): readonly string[] {
  return others.get(stems) ?? [];
}
