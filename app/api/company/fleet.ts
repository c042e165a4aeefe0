import { choices } from './fleet/choices.ts'
import { copy } from './fleet/copy.ts'
import { change, create } from './fleet/enter.ts'
import { changeOffer, search } from './fleet/offers.ts'
import { addPhoto, changePhoto, removePhoto } from './fleet/photos.ts'
import { list, read } from './fleet/read.ts'
import { pause, resume, retire } from './fleet/state.ts'

export const fleet = {
  choices,
  copy,
  create,
  change,
  search,
  changeOffer,
  addPhoto,
  changePhoto,
  removePhoto,
  list,
  read,
  pause,
  resume,
  retire,
}
