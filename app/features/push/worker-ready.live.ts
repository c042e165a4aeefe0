import { READY_MS, REGISTRATION_MS, within } from './patience.ts'

/** Registers a worker and waits until it is active. */
export async function ready(script: string, scope: string): Promise<ServiceWorkerRegistration> {
  const registration = await within(REGISTRATION_MS, navigator.serviceWorker.register(script, { scope }))
  const worker = registration.installing ?? registration.waiting
  if (worker && !registration.active) await within(READY_MS, activated(worker))
  return registration
}

function activated(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve())
  })
}
