/** Names of zones that Outlook and Exchange write, with the zone of the IANA that each means (CLDR, windowsZones). */
const WINDOWS_ZONES: Record<string, string> = {
  'e. africa standard time': 'Africa/Nairobi',
  'south africa standard time': 'Africa/Johannesburg',
  'w. central africa standard time': 'Africa/Lagos',
  'central africa standard time': 'Africa/Maputo',
  'egypt standard time': 'Africa/Cairo',
  'sudan standard time': 'Africa/Khartoum',
  'south sudan standard time': 'Africa/Juba',
  'namibia standard time': 'Africa/Windhoek',
  'morocco standard time': 'Africa/Casablanca',
  'libya standard time': 'Africa/Tripoli',
  'sao tome standard time': 'Africa/Sao_Tome',
  'greenwich standard time': 'Atlantic/Reykjavik',
  'mauritius standard time': 'Indian/Mauritius',
  utc: 'Etc/UTC',
  gmt: 'Etc/UTC',
  'coordinated universal time': 'Etc/UTC',
  'gmt standard time': 'Europe/London',
  'w. europe standard time': 'Europe/Berlin',
  'romance standard time': 'Europe/Paris',
  'central europe standard time': 'Europe/Budapest',
  'central european standard time': 'Europe/Warsaw',
  'e. europe standard time': 'Europe/Chisinau',
  'fle standard time': 'Europe/Kyiv',
  'gtb standard time': 'Europe/Bucharest',
  'russian standard time': 'Europe/Moscow',
  'belarus standard time': 'Europe/Minsk',
  'turkey standard time': 'Europe/Istanbul',
  'israel standard time': 'Asia/Jerusalem',
  'jordan standard time': 'Asia/Amman',
  'middle east standard time': 'Asia/Beirut',
  'syria standard time': 'Asia/Damascus',
  'arab standard time': 'Asia/Riyadh',
  'arabic standard time': 'Asia/Baghdad',
  'arabian standard time': 'Asia/Dubai',
  'iran standard time': 'Asia/Tehran',
  'pakistan standard time': 'Asia/Karachi',
  'west asia standard time': 'Asia/Tashkent',
  'india standard time': 'Asia/Kolkata',
  'sri lanka standard time': 'Asia/Colombo',
  'nepal standard time': 'Asia/Kathmandu',
  'bangladesh standard time': 'Asia/Dhaka',
  'se asia standard time': 'Asia/Bangkok',
  'china standard time': 'Asia/Shanghai',
  'singapore standard time': 'Asia/Singapore',
  'tokyo standard time': 'Asia/Tokyo',
  'korea standard time': 'Asia/Seoul',
  'w. australia standard time': 'Australia/Perth',
  'aus eastern standard time': 'Australia/Sydney',
  'e. australia standard time': 'Australia/Brisbane',
  'new zealand standard time': 'Pacific/Auckland',
  'eastern standard time': 'America/New_York',
  'central standard time': 'America/Chicago',
  'mountain standard time': 'America/Denver',
  'us mountain standard time': 'America/Phoenix',
  'pacific standard time': 'America/Los_Angeles',
  'alaskan standard time': 'America/Anchorage',
  'hawaiian standard time': 'Pacific/Honolulu',
  'atlantic standard time': 'America/Halifax',
  'e. south america standard time': 'America/Sao_Paulo',
  'argentina standard time': 'America/Buenos_Aires',
  'sa pacific standard time': 'America/Bogota',
}

/** The IANA's name of a zone of another name: one of Windows, or one that ends with it, as `/example.org/Africa/Nairobi`. */
export function ianaZone(name: string): string | undefined {
  const plain = name.trim().replace(/^["']|["']$/g, '')
  const known = WINDOWS_ZONES[plain.toLowerCase()]
  if (known) return known
  return /(?:^|\/)((?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)\/[\w+-]+(?:\/[\w+-]+)?)$/.exec(
    plain,
  )?.[1]
}

/** The offset of a zone that says it itself, `(UTC+03:00) Nairobi`, `GMT+3`, in milliseconds. */
export function statedOffset(name: string): number | undefined {
  const [, sign, hours, minutes = '0'] =
    /^\(?(?:UTC|GMT)\s?([+-])(\d{1,2})(?::?(\d\d))?\)?(?:\s|$)/i.exec(name.trim()) ?? []
  if (sign === undefined || Number(hours) > 14 || Number(minutes) > 59) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
