import { desk as recipient } from '#app/api/payments/recipient.ts'
import { book } from './reservations/booking/book.ts'
import { freeVehicles } from './reservations/booking/free-vehicles.ts'
import { knownCustomers } from './reservations/booking/known-customers.ts'
import { priceBooking } from './reservations/booking/price-booking.ts'
import { undoBooking } from './reservations/booking/undo-booking.ts'
import { waysOut } from './reservations/booking/ways-out.ts'
import { changeReserve } from './reservations/change-reserve.ts'
import { confirm, picture, refuse } from './reservations/check-in/check-in.ts'
import * as drivers from './reservations/check-in/further-drivers.ts'
import { read as readKeyBox, remove as removeKeyBox, save as saveKeyBox } from './reservations/check-in/key-box.ts'
import { recordDriver } from './reservations/driver-record.ts'
import { answerExtension } from './reservations/extension/answer.ts'
import { extend } from './reservations/extension/extend.ts'
import { extension, quoteExtension } from './reservations/extension/read.ts'
import { read as readInvoice } from './reservations/invoices.ts'
import { list } from './reservations/list.ts'
import { listParts } from './reservations/monthly/list.ts'
import { endRental, postponePart, quoteEnd, readParts, sendPartLink } from './reservations/monthly/one.ts'
import { moveToVehicle, otherVehicles } from './reservations/other-vehicle.ts'
import { extendOffer, offer, withdrawOffer } from './reservations/quote/quotes.ts'
import { read } from './reservations/reservation.ts'
import { reserves } from './reservations/reserves.ts'
import { atRisk } from './reservations/risk/at-risk.ts'
import { today } from './reservations/today.ts'
import { removeView, saveView, views } from './reservations/views.ts'
import { addNote, handOver, takeBack, undo } from './reservations/work.ts'

export const reservations = {
  changeReserve,
  list,
  otherVehicles,
  moveToVehicle,
  read,
  recordDriver,
  reserves,
  today,
  atRisk,
  views,
  saveView,
  removeView,
  handOver,
  takeBack,
  undo,
  addNote,
  book,
  freeVehicles,
  waysOut,
  knownCustomers,
  priceBooking,
  undoBooking,
  monthly: {
    list: listParts,
    read: readParts,
    sendLink: sendPartLink,
    postpone: postponePart,
    quoteEnd,
    end: endRental,
  },
  quotes: { offer, extend: extendOffer, withdraw: withdrawOffer },
  invoices: { read: readInvoice },
  recipient,
  checkIn: { picture, confirm, refuse },
  drivers,
  keyBox: { read: readKeyBox, save: saveKeyBox, remove: removeKeyBox },
  extensions: { extension, quoteExtension, extend, answerExtension },
}
