import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the site, once. The language is the basename, never a part of these. */
export default [
  index('routes/home/home.tsx'),
  route('rent/car', 'routes/rent/results.tsx', { id: 'cars' }),
  route('rent/motor', 'routes/rent/results.tsx', { id: 'motors' }),
  route('rent/car/monthly', 'routes/rent/results.tsx', { id: 'monthly' }),
  route('rent/car/backup', 'routes/rent/moved.ts', { id: 'cars-backup' }),
  route('rent/car/index copyNew', 'routes/rent/moved.ts', { id: 'cars-copy' }),
  route('landing/cars2', 'routes/rent/moved.ts', { id: 'landing-copy' }),
  route('book/:kind/:id/:start?/:end?', 'routes/book/book.tsx'),
  route('manifest.webmanifest', 'routes/manifest.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
