/** A road that runs out under an acacia, for the pages where something went wrong. */
export function RoadEnds() {
  return <img src="/brand/road-ends.svg" alt="" width={600} height={420} className="w-full" />
}
