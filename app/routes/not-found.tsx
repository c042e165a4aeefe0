import { notFound } from '#app/web/page/answers.ts'

/** Every address that is none of ours: an honest 404, drawn by the root's error boundary. */
export function loader() {
  throw notFound()
}

export default function NotFound() {
  return null
}
