import type { Route } from '../wire/route.ts'
import { chargeRoutes } from './charges.ts'
import { checkoutSessionRoutes } from './checkout-sessions.ts'
import { customerRoutes } from './customers.ts'
import { disputeRoutes } from './disputes.ts'
import { eventRoutes } from './events.ts'
import { invoiceRoutes } from './invoices.ts'
import { paymentIntentRoutes } from './payment-intents.ts'
import { portalConfigurationRoutes } from './portal-configurations.ts'
import { portalSessionRoutes } from './portal-sessions.ts'
import { priceRoutes } from './prices.ts'
import { productRoutes } from './products.ts'
import { subscriptionScheduleRoutes } from './subscription-schedules.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { testClockRoutes } from './test-clocks.ts'
import { webhookEndpointRoutes } from './webhook-endpoints.ts'

export const allRoutes: readonly Route[] = [
  ...productRoutes,
  ...priceRoutes,
  ...customerRoutes,
  ...checkoutSessionRoutes,
  ...subscriptionRoutes,
  ...subscriptionScheduleRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...chargeRoutes,
  ...disputeRoutes,
  ...portalSessionRoutes,
  ...portalConfigurationRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
  ...testClockRoutes,
]
