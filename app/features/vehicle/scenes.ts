import antalya from '../../../art/city-antalya.svg?url&no-inline'
import istanbul from '../../../art/city-istanbul.svg?url&no-inline'
import kish from '../../../art/city-kish.svg?url&no-inline'
import mashhad from '../../../art/city-mashhad.svg?url&no-inline'
import shiraz from '../../../art/city-shiraz.svg?url&no-inline'
import tehran from '../../../art/city-tehran.svg?url&no-inline'
import convertible from '../../../art/convertible.svg?url&no-inline'
import hatchback from '../../../art/hatchback.svg?url&no-inline'
import motorbike from '../../../art/motorbike.svg?url&no-inline'
import pickup from '../../../art/pickup.svg?url&no-inline'
import scooter from '../../../art/scooter.svg?url&no-inline'
import sedan from '../../../art/sedan.svg?url&no-inline'
import suv from '../../../art/suv.svg?url&no-inline'
import van from '../../../art/van.svg?url&no-inline'

/** Cities that have a picture, by slug. */
export const CITY_SCENES: Record<string, string> = { kish, tehran, istanbul, mashhad, shiraz, antalya }

/** Pictures of body types, by slug. */
export const BODY_PICTURES: Record<string, string> = {
  hatchback,
  sedan,
  suv,
  van,
  pickup,
  convertible,
  scooter,
  motorbike,
}
