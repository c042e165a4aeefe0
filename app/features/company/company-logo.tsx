import { LOGO_SIDES, logoName } from '#app/rules/text/logo.ts'

type Props = { company: { name: string; logo?: string | null }; small?: boolean }

/** A company's logo or the first letter of its name. Decorative: the name itself is beside it. */
export function CompanyLogo({ company: { name, logo }, small }: Props) {
  const className = small ? 'ava ava-s' : 'ava'
  if (!logo) {
    return (
      <span className={className} aria-hidden="true">
        {[...name][0]}
      </span>
    )
  }
  const [usual, double] = LOGO_SIDES.map((side) => `/pictures/${logoName(logo, side)}`)
  const size = small ? 36 : 48
  return (
    <img
      className={`${className} company-logo`}
      src={usual}
      srcSet={`${double} 2x`}
      alt=""
      {...{ width: size, height: size, decoding: 'async', loading: 'lazy' }}
    />
  )
}
