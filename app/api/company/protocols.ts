import { dropCharge, saveCharge } from './protocols/charges/charge-draft.ts'
import { chargeByHand } from './protocols/charges/hand-charge.ts'
import { chargeLate, settleProposal, withdrawProposal } from './protocols/charges/proposals.ts'
import { editProposal, sendProposal } from './protocols/charges/unsent-proposal.ts'
import { correctOdometer } from './protocols/correct-odometer.ts'
import { giveDepositBack, takeDeposit } from './protocols/deposit.ts'
import { finish } from './protocols/finish.ts'
import { addPhoto, removePhoto } from './protocols/photos.ts'
import { recordRent, writeOffRent } from './protocols/rent.ts'
import { read, saveDraft } from './protocols/sheet.ts'

export const protocols = {
  finish,
  correctOdometer,
  addPhoto,
  removePhoto,
  withdrawProposal,
  settleProposal,
  editProposal,
  sendProposal,
  chargeLate,
  chargeByHand,
  saveCharge,
  dropCharge,
  takeDeposit,
  giveDepositBack,
  recordRent,
  writeOffRent,
  read,
  saveDraft,
}
