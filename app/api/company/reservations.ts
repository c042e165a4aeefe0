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
}
