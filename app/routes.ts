import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the site, once. The language is the basename, never a part of these. */
export default [
  index('routes/home/home.tsx'),
  route('rent/car', 'routes/rent/results.tsx', { id: 'cars' }),
  route('rent/motor', 'routes/rent/results.tsx', { id: 'motors' }),
  route('rent/car/monthly', 'routes/rent/results.tsx', { id: 'monthly' }),
  route('rent/car/backup', 'routes/rent/moved.ts', { id: 'cars-backup' }),
  route('rent/car/index copyNew', 'routes/rent/moved.ts', { id: 'cars-copy' }),
  route('compare', 'routes/compare/compare.tsx'),
  route('landing/cars', 'routes/landing/cars.tsx'),
  route('landing/cars2', 'routes/rent/moved.ts', { id: 'landing-copy' }),
  route('book/:kind/:id/:start?/:end?', 'routes/book/book.tsx'),
  route('payment', 'routes/payment/payment.tsx'),
  route('pay_redirect', 'routes/payment/bank-return.ts', { id: 'pay-redirect' }),
  route('external-pay', 'routes/payment/bank-return.ts', { id: 'external-pay' }),
  route('external-pay-backup', 'routes/payment/bank-return.ts', { id: 'external-pay-backup' }),
  route('external_yek', 'routes/payment/bank-return.ts', { id: 'external-yek' }),
  route('voucher', 'routes/voucher/find.tsx'),
  route('voucher/:id', 'routes/voucher/voucher.tsx'),
  route('voucher/:id/cancel', 'routes/voucher/cancel.tsx'),
  route('voucher/:id/calendar.ics', 'routes/voucher/calendar.ts'),
  route('v/v/:code?', 'routes/voucher/by-code.ts', { id: 'voucher-by-code-again' }),
  route('v/:code?', 'routes/voucher/by-code.ts', { id: 'voucher-by-code' }),
  route('manifest.webmanifest', 'routes/manifest.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
