import type { TestApp } from '#server/testing/test-app.ts'
import { captureRows } from './capture-rows.ts'
import { keyRows } from './key-rows.ts'
import { webhookRows } from './webhook-rows.ts'

/** Keys, webhooks and capture forms. */
export const integrationRows = (app: TestApp) => ({ ...keyRows(app), ...webhookRows(app), ...captureRows(app) })
