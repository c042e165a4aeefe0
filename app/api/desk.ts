import { calendar, conflicts } from './desk/calendar.ts'
import { addSource, feedEvents, feeds, makeFeed, removeFeed, removeSource } from './desk/feeds/feeds.ts'
import { changeVehicle, vehicles } from './desk/fleet.ts'
import { closeDays, closeHolidays, hours, openDays, setHours } from './desk/hours.ts'
import { notices, setNotices } from './desk/notices.ts'
import { confirmTerms, onboarding } from './desk/onboarding.ts'
import { moveToVehicle, otherVehicles } from './desk/other-vehicle.ts'
import { addPlace, changePlace, ownPlaces } from './desk/own-places.ts'
import { pricePreview } from './desk/price-preview.ts'
import { addSeason, changeSeason, dropSeason, prices, setPrices } from './desk/prices.ts'
import { finishProtocol } from './desk/protocol/finish.ts'
import { addPhoto, removePhoto } from './desk/protocol/photos.ts'
import { chargeLate, giveDepositBack, settleProposal, withdrawProposal } from './desk/protocol/proposals.ts'
import { recordRent, writeOffRent } from './desk/protocol/rent.ts'
import { protocol, saveDraft } from './desk/protocol/sheet.ts'
import { reservation } from './desk/reservation.ts'
import { reservations } from './desk/reservations.ts'
import {
  acceptInvitation,
  changeStaff,
  invitation,
  inviteStaff,
  removeStaff,
  staff,
  withdrawInvitation,
} from './desk/staff.ts'
import { changeBank, statement } from './desk/statement.ts'
import { applyTiers, tierPreview } from './desk/tiers.ts'
import { frame, places, today } from './desk/today.ts'
import { removeView, saveView, views } from './desk/views.ts'
import { addNote, handOver, takeBack, undo } from './desk/work.ts'

export const desk = {
  frame,
  places,
  today,
  reservations,
  reservation,
  handOver,
  takeBack,
  undo,
  otherVehicles,
  moveToVehicle,
  protocol,
  saveDraft,
  finishProtocol,
  addPhoto,
  removePhoto,
  withdrawProposal,
  settleProposal,
  chargeLate,
  giveDepositBack,
  recordRent,
  writeOffRent,
  addNote,
  vehicles,
  changeVehicle,
  calendar,
  conflicts,
  feeds,
  makeFeed,
  removeFeed,
  addSource,
  removeSource,
  feedEvents,
  prices,
  setPrices,
  addSeason,
  changeSeason,
  dropSeason,
  pricePreview,
  hours,
  setHours,
  closeDays,
  openDays,
  closeHolidays,
  ownPlaces,
  addPlace,
  changePlace,
  notices,
  setNotices,
  views,
  saveView,
  removeView,
  tierPreview,
  applyTiers,
  staff,
  inviteStaff,
  withdrawInvitation,
  changeStaff,
  removeStaff,
  invitation,
  acceptInvitation,
  statement,
  changeBank,
  onboarding,
  confirmTerms,
}
