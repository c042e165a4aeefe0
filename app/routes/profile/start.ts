import { redirect } from 'react-router'

/** The profile area begins with one's trips. */
export function loader() {
  return redirect('/profile/reservations')
}
