import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the site, once. The language is the basename, never a part of these. */
export default [
  index('routes/home/home.tsx'),
  route('manifest.webmanifest', 'routes/manifest.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
