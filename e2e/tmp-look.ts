import { launchBrowser } from './browser.ts'
import { settled, visit } from './page.ts'
import { startDemoCluster, startStack } from './stack.ts'
const cluster = await startDemoCluster()
const stack = await startStack(cluster)
const browser = await launchBrowser()
try {
  const { rows } = await stack.owner.query<{ id: string; name: string }>(
    `select p.id, p.name from patient p where p.name = '周雨桐' limit 1`)
  const id = rows[0]?.id
  for (const size of ['desktop', 'phone'] as const) {
    const { page } = await visit(browser, stack, { account: 'director', size })
    page.on('console', (m) => m.type() === 'error' && console.log(m.text()))
    await page.goto(`/patientMedicalRecord?patientId=${id}&show=mouth`)
    await settled(page)
    await page.screenshot({ path: `/tmp/p/mouth-${size}.png`, fullPage: size === 'phone' })
    const n = await page.locator('ol[aria-label="变化的日子"] button').count()
    await page.locator('ol[aria-label="变化的日子"] button').nth(Math.max(0, n - 4)).click()
    await page.getByRole('button', { name: '46', exact: true }).first().click()
    await settled(page)
    await page.screenshot({ path: `/tmp/p/mouth-${size}-day.png`, fullPage: size === 'phone' })
  }
} finally {
  await browser.close(); await stack.stop(); await cluster.stop()
}
