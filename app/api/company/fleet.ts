import { choices } from './fleet/choices.ts'
import { copy } from './fleet/copy.ts'
import { read as readDetails, save as saveDetails } from './fleet/details.ts'
import { complete } from './fleet/due/complete.ts'
import { add, remove } from './fleet/due/enter.ts'
import { addPaper, readPaper, removePaper } from './fleet/due/papers.ts'
import { list as listDue, ofVehicle } from './fleet/due/read.ts'
import { change, create } from './fleet/enter.ts'
import { bear, charge } from './fleet/fines/charge.ts'
import { enter as enterFine, enterMany } from './fleet/fines/enter.ts'
import { match } from './fleet/fines/match.ts'
import { list as listFines, read as readFine } from './fleet/fines/read.ts'
import { apply, undo } from './fleet/imports/apply.ts'
import { list as listImports, read as readImport, upload } from './fleet/imports/read.ts'
import { read as readKeyBox, remove as removeKeyBox, save as saveKeyBox } from './fleet/key-box.ts'
import { byPlates, choose } from './fleet/many/chosen.ts'
import { addDue, previewDue } from './fleet/many/due.ts'
import { setPlates } from './fleet/many/plates.ts'
import { previewPrices, setPrices } from './fleet/many/prices.ts'
import { previewState, setState } from './fleet/many/state.ts'
import { setTags, tags } from './fleet/many/tags.ts'
import { setTerms } from './fleet/many/terms.ts'
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
  due: { list: listDue, ofVehicle, add, complete, remove, addPaper, readPaper, removePaper },
  fines: { list: listFines, read: readFine, enter: enterFine, enterMany, match, charge, bear },
  many: {
    choose,
    byPlates,
    setPlates,
    previewState,
    setState,
    setTerms,
    tags,
    setTags,
    previewDue,
    addDue,
    previewPrices,
    setPrices,
  },
  imports: { list: listImports, upload, read: readImport, apply, undo },
  details: { read: readDetails, save: saveDetails },
  keyBox: { read: readKeyBox, save: saveKeyBox, remove: removeKeyBox },
  pause,
  resume,
  retire,
}
