import { closeDays, closeHolidays, hours, openDays, setHours } from './places/hours.ts'
import { add, change, list, names } from './places/places.ts'

export const places = { hours, setHours, closeDays, openDays, closeHolidays, names, list, add, change }
