/** The first letter of a name, in place of a picture. Decoration. */
export function Monogram({ name }: { name: string }) {
  return (
    <span className="ava" aria-hidden="true">
      {[...name][0]}
    </span>
  )
}
