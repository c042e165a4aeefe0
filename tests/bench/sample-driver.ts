/** The driver of a reservation of the bench, each with a phone of their own. */
export function sampleDriver(person: number) {
  return {
    fullname: 'مسافر نمونه',
    national_id: '0012345679',
    country_code: '+98',
    phone: `912${String(1_000_000 + person).padStart(7, '0')}`,
    date_of_birth: '1985-05-05',
    child_seat_count: 0,
    extra_driver: false,
    internet: false,
    supplemental_insurance: false,
  }
}
