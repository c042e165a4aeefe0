/** Dry land around the centres of cities by the water, as `art/map` has it: south, west, north and east. Places lie within. */
export const LAND: Record<string, [south: number, west: number, north: number, east: number]> = {
  qeshm: [26.9356, 56.2418, 26.9606, 56.2718],
  'bandar-abbas': [27.1832, 56.2366, 27.2132, 56.2866],
  chabahar: [25.2869, 60.6305, 25.3219, 60.673],
  istanbul: [41.0032, 28.9484, 41.0107, 28.9734],
  dubai: [25.1748, 55.2583, 25.2173, 55.3008],
  izmir: [38.3937, 27.1403, 38.4312, 27.1728],
  bodrum: [37.0419, 27.4005, 37.0644, 27.4605],
  trabzon: [40.9727, 39.6918, 41.0077, 39.7318],
  'abu-dhabi': [24.4314, 54.3623, 24.4664, 54.3948],
  kish: [26.5103, 53.9501, 26.5603, 54.0101],
}
