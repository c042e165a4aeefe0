import { dropCharge, saveCharge } from './protocols/charge-draft.ts'
import { correctOdometer } from './protocols/correct-odometer.ts'
import { finish } from './protocols/finish.ts'
import { chargeByHand } from './protocols/hand-charge.ts'
import { addPhoto, removePhoto } from './protocols/photos.ts'
import { chargeLate, giveDepositBack, settleProposal, withdrawProposal } from './protocols/proposals.ts'
import { recordRent, writeOffRent } from './protocols/rent.ts'
import { read, saveDraft } from './protocols/sheet.ts'

export const protocols = {
  finish,
  correctOdometer,
  addPhoto,
  removePhoto,
  withdrawProposal,
  settleProposal,
  chargeLate,
  chargeByHand,
  saveCharge,
  dropCharge,
  giveDepositBack,
  recordRent,
  writeOffRent,
  read,
  saveDraft,
}
