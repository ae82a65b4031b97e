/** Makes and their models as Kenyans list them, separated by commas. */
const MODELS_BY_MAKE: Record<string, string> = {
  Toyota: `Vitz, Passo, Axio, Corolla, Corolla Fielder, Corolla Cross, Premio, Allion, Mark X, Mark II, Crown, Camry,
    Avensis, Auris, Aqua, Prius, Yaris, Belta, Platz, Starlet, Ractis, Spade, Porte, Sienta, Wish, Noah, Voxy, Isis,
    Ipsum, Alphard, Vellfire, Estima, Harrier, RAV4, Rush, C-HR, Raize, Vanguard, Kluger, Highlander, Fortuner, Hilux,
    Hilux Surf, Land Cruiser, Land Cruiser Prado, FJ Cruiser, Probox, Succeed, Hiace, Regius, Townace, Liteace, Caldina,
    Coaster, Dyna, IST, Verossa, Vista, Raum, Tundra, Tacoma, Blade, Roomy`,
  Nissan: `Note, March, Tiida, Sylphy, Bluebird, Sunny, Almera, Latio, Wingroad, AD, Teana, X-Trail, Juke, Qashqai,
    Dualis, Murano, Patrol, Navara, Hardbody, Serena, Elgrand, Leaf, NV200, NV350, Caravan, Urvan, Skyline, Fuga, Cube,
    Vanette, Kicks, Magnite, Terrano`,
  Mazda: `Demio, Axela, Atenza, Verisa, Premacy, Biante, MPV, Bongo, Familia, Tribute, BT-50, MX-5, CX-3, CX-30, CX-5,
    CX-7, CX-8, CX-9, CX-60, RX-8`,
  Honda: `Fit, Fit Shuttle, Vezel, HR-V, CR-V, Civic, Accord, Insight, Grace, Freed, Stream, Stepwgn, Odyssey, Airwave,
    Crossroad, Mobilio, Jade, Pilot, CR-Z`,
  Subaru: 'Forester, Impreza, Outback, Legacy, XV, Crosstrek, Levorg, WRX, Exiga, Tribeca, Trezia, BRZ',
  Suzuki: `Swift, Alto, Jimny, Vitara, Grand Vitara, Escudo, Ertiga, Celerio, Baleno, Ignis, Solio, SX4, Every, Carry,
    Wagon R, Spacia, S-Presso, Dzire, Fronx`,
  Mitsubishi: `Outlander, Pajero, RVR, ASX, Lancer, Galant, Mirage, Colt, L200, Triton, Delica, Airtrek, Canter, Rosa,
    Eclipse Cross, Attrage`,
  'Mercedes-Benz': `A-Class, B-Class, C-Class, E-Class, S-Class, G-Class, V-Class, CLA, CLS, CLK, GLA, GLB, GLC, GLE, GLK,
    GLS, ML, SL, SLK, SLC, Vito, Actros, Axor, Atego`,
  BMW: 'X1, X2, X3, X4, X5, X6, X7, Z4, i3, i8, 1 Series, 2 Series, 3 Series, 4 Series, 5 Series, 6 Series, 7 Series',
  Audi: 'A1, A3, A4, A5, A6, A7, A8, Q2, Q3, Q5, Q7, Q8, TT, S3, S4, S5, RS5, e-tron',
  Volkswagen: `Golf, Polo, Passat, Jetta, Tiguan, Touareg, Touran, Amarok, Beetle, Caddy, Transporter, Sharan, Scirocco,
    Arteon, T-Cross, T-Roc, Vento, Taigo`,
  'Land Rover': `Defender, Discovery, Discovery Sport, Freelander, Range Rover, Range Rover Sport, Range Rover Evoque,
    Range Rover Velar`,
  Lexus: 'RX, NX, UX, LX, GX, IS, ES, GS, LS, CT, HS, RC',
  Isuzu: 'D-Max, MU-X, MU-7, FRR, NKR, NPR, NQR, FVZ, Bighorn, Wizard, Trooper, Elf',
  Ford: 'Ranger, Everest, Focus, Fiesta, Escape, Kuga, Mustang, EcoSport, F-150, Transit, Edge',
  Hyundai: 'Tucson, Santa Fe, Elantra, Accent, i10, i20, i30, Creta, Sonata, H-1, Ioniq, Kona',
  Kia: 'Sportage, Sorento, Rio, Picanto, Cerato, Optima, Seltos, Soul, Carnival, Sonet',
  Peugeot: '206, 207, 208, 307, 308, 406, 407, 408, 504, 508, 2008, 3008, 5008, Landtrek',
  Renault: 'Duster, Kwid, Koleos, Megane, Captur, Kadjar, Clio, Triber, Logan, Sandero',
  Volvo: 'XC40, XC60, XC90, V40, V50, V60, V70, V90, S40, S60, S80, S90',
  Porsche: 'Cayenne, Macan, Panamera, 911, Cayman, Boxster, Taycan',
  Jeep: 'Wrangler, Grand Cherokee, Cherokee, Compass, Renegade, Patriot, Gladiator',
  Jaguar: 'XF, XE, XJ, F-Pace, E-Pace, F-Type, I-Pace',
  Chevrolet: 'Trailblazer, Cruze, Aveo, Spark, Captiva, Optra',
  Daihatsu: 'Mira, Move, Hijet, Terios, Boon, Tanto, Rocky, Sirion, Thor',
  Mini: 'Cooper, Countryman, Clubman, Paceman',
  BYD: 'Atto 3, Dolphin, Seal, Song, Tang, Han',
  Haval: 'H1, H2, H6, H9, Jolion',
  Mahindra: 'Scorpio, XUV500, KUV100, Bolero',
  Tesla: 'Model 3, Model S, Model X, Model Y',
  Infiniti: 'QX50, QX60, QX70, QX80, FX35, Q50',
  Skoda: 'Octavia, Superb, Fabia, Kodiaq, Yeti',
}

/** Other ways to write a make, in small letters and digits only. */
const MAKE_NICKNAMES: Record<string, string> = {
  vw: 'Volkswagen',
  mercedes: 'Mercedes-Benz',
  merc: 'Mercedes-Benz',
  benz: 'Mercedes-Benz',
  chevy: 'Chevrolet',
}

/** Other ways to write a model, in small letters and digits only. */
const MODEL_NICKNAMES: Record<string, readonly [make: string, model: string]> = {
  prado: ['Toyota', 'Land Cruiser Prado'],
  v8: ['Toyota', 'Land Cruiser'],
  fielder: ['Toyota', 'Corolla Fielder'],
  surf: ['Toyota', 'Hilux Surf'],
  shuttle: ['Honda', 'Fit Shuttle'],
  evoque: ['Land Rover', 'Range Rover Evoque'],
  velar: ['Land Rover', 'Range Rover Velar'],
  vogue: ['Land Rover', 'Range Rover'],
}

/** Null where the name does not say. */
export type MakeAndModel = { make: string | null; model: string | null }

/** Names are compared in small letters and digits only: `X-Trail`, `x trail` and `XTRAIL` are one. */
const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

const makes = new Map([
  ...Object.keys(MODELS_BY_MAKE).map((make) => [plain(make), make] as const),
  ...Object.entries(MAKE_NICKNAMES),
])

/** Every way to write a model of a make. */
const modelsOf = new Map(
  Object.entries(MODELS_BY_MAKE).map(([make, list]) => [
    make,
    new Map([
      ...list.split(/,\s*/).map((model) => [plain(model), model] as const),
      ...Object.entries(MODEL_NICKNAMES).flatMap(([written, [maker, model]]) =>
        maker === make ? [[written, model] as const] : [],
      ),
    ]),
  ]),
)

/** Models whose name is enough to know the make. */
const makeOf = new Map(
  [...modelsOf].flatMap(([make, models]) =>
    [...models.keys()]
      .filter((written) => /[a-z].*[a-z]/.test(written) && written.length > 2)
      .map((written) => [written, make]),
  ),
)

const LONGEST_NAME_WORDS = 4

/** Looks up the words from `start` on in `known`, the longest name first. */
function named<Value>(known: ReadonlyMap<string, Value>, words: readonly string[], start: number) {
  for (let count = Math.min(LONGEST_NAME_WORDS, words.length - start); count > 0; count--) {
    const value = known.get(plain(words.slice(start, start + count).join('')))
    if (value !== undefined) return { value, end: start + count }
  }
  return undefined
}

/** Make and model from the name of a car, `2017 toyota land-cruiser prado TX` as `Toyota Land Cruiser Prado`. */
export function readCarName(name: string): MakeAndModel {
  const words = name
    .slice(0, 200)
    .split(/[\s,/()]+/)
    .filter((word) => word !== '')
  for (const start of words.keys()) {
    const make = named(makes, words, start)
    if (make) return { make: make.value, model: modelFrom(make.value, words, make.end) }
  }
  for (const start of words.keys()) {
    const make = named(makeOf, words, start)?.value
    if (make) return { make, model: modelFrom(make, words, start) }
  }
  return { make: null, model: null }
}

function modelFrom(make: string, words: readonly string[], start: number): string | null {
  const models = modelsOf.get(make)
  const known = models && named(models, words, start)
  if (known) return known.value
  const next = words[start]
  if (next === undefined || /^(?:19|20)\d\d$/.test(next)) return null
  return family(make, next, words[start + 1]) ?? capitalised(next)
}

/** Makes that number their cars: a C200 is a C-Class, a 320i a 3 Series. */
function family(make: string, word: string, next = ''): string | undefined {
  if (make === 'Mercedes-Benz') {
    const letters = /^([A-Z]{1,3})-?\d{2,3}/i.exec(word + next)?.[1]?.toUpperCase()
    if (letters !== undefined) return letters.length === 1 ? `${letters}-Class` : letters
  }
  const series = make === 'BMW' ? /^([1-8])\d\d[a-z]{0,2}$/i.exec(word)?.[1] : undefined
  return series && `${series} Series`
}

function capitalised(word: string): string {
  return /\d/.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
}
