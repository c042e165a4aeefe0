import { expect, test } from 'vitest'
import { INQUIRY_KINDS } from '#app/providers/identity/registry.ts'
import { createSimulatedInquiry } from '#app/providers/identity/simulated.ts'
import { zohal } from '#app/providers/identity/zohal.ts'
import { openZohalSimulator, ZOHAL_TOKEN } from '../../support/server/simulators/zohal-simulator.ts'
import { describeInquiry, type InquiryCase } from './inquiry-suite.ts'

const SERVICES: Record<string, InquiryCase> = {
  zohal: {
    async service() {
      const { url, close } = await openZohalSimulator()
      return { open: (timeoutMs) => zohal.open({ ZOHAL_TOKEN, ZOHAL_BASE_URL: url }, { timeoutMs }), close }
    },
  },
}

for (const [name, service] of Object.entries(SERVICES)) describeInquiry(name, service)

describeInquiry('the simulator', { service: async () => ({ open: createSimulatedInquiry, close: async () => {} }) })

test('each service in the settings has its case here', () => {
  expect(Object.keys(SERVICES)).toEqual(Object.keys(INQUIRY_KINDS))
})
