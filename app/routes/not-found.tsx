import { notFound } from '#app/web/page/answers.ts'

/** Every unknown address: a 404, rendered by the root's error boundary. */
export function loader() {
  throw notFound()
}

export default function NotFound() {
  return null
}
