import { book } from './reservations/booking/book.ts'
import { freeVehicles } from './reservations/booking/free-vehicles.ts'
import { knownCustomers } from './reservations/booking/known-customers.ts'
import { priceBooking } from './reservations/booking/price-booking.ts'
import { changeReserve } from './reservations/change-reserve.ts'
import { list } from './reservations/list.ts'
import { moveToVehicle, otherVehicles } from './reservations/other-vehicle.ts'
import { read } from './reservations/reservation.ts'
import { reserves } from './reservations/reserves.ts'
import { today } from './reservations/today.ts'
import { removeView, saveView, views } from './reservations/views.ts'
import { addNote, handOver, takeBack, undo } from './reservations/work.ts'

export const reservations = {
  changeReserve,
  list,
  otherVehicles,
  moveToVehicle,
  read,
  reserves,
  today,
  views,
  saveView,
  removeView,
  handOver,
  takeBack,
  undo,
  addNote,
  book,
  freeVehicles,
  knownCustomers,
  priceBooking,
}
