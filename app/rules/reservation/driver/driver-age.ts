import { type CalendarDate, partsIn } from '#app/rules/time/calendar-date.ts'

/**
 * Full years of age on a day. Someone born on 29 February comes of age on 1 March in a common year.
 * Source: *ours*; decisions.md, "Renting": the birth date is checked against the listing's minimum age.
 */
export function ageOn(day: CalendarDate, born: CalendarDate): number {
  const birth = partsIn(born, 'gregorian')
  const now = partsIn(day, 'gregorian')
  const hadBirthday = now.month > birth.month || (now.month === birth.month && now.day >= birth.day)
  return now.year - birth.year - (hadBirthday ? 0 : 1)
}

/** Whether a driver is old enough for a listing on the day of pick-up. */
export function isOldEnough(driver: { born: CalendarDate; pickUp: CalendarDate; minimumAge: number }): boolean {
  return ageOn(driver.pickUp, driver.born) >= driver.minimumAge
}
