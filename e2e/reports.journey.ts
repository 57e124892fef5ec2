import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'

const amountOf = (text: string) => Number(text.replaceAll(/[^\d.−-]/g, '').replace('−', '-')).toFixed(2)

export const journeys: Journey[] = [
  {
    name: '报表：总部看运营报表，对比去年，按门诊分组，点开一个数字看明细到账单，返回原处；院长只看本门诊；手机上也看得',
    async run({ browser, stack }) {
      const { page, context } = await visit(browser, stack, { account: 'hq' })
      await page.goto('/dataAdministration')
      await page.waitForURL(/\/analysisData/)
      await page.getByRole('img', { name: /^实收：/ }).waitFor()
      await page.goto('/analysisData?compare=year&by=clinic')
      const table = page.getByRole('table', { name: '门诊' })
      await table.getByRole('row').nth(2).waitFor()
      // The foot is what its rows come to.
      const takings = table.getByRole('button', { name: /^实收 .*看明细$/ })
      await takings.first().waitFor()
      const texts = await takings.allInnerTexts()
      const amounts = texts.map((text) => Number(amountOf(text)))
      const foot = amounts.pop() as number
      assert.equal(amounts.reduce((sum, each) => sum + each, 0).toFixed(2), foot.toFixed(2))
      // A cell opens the rows that it is made of, and a row its bill; back is the place where it was opened.
      const [shown] = texts
      await takings.first().click()
      const drawer = page.getByRole('dialog', { name: '实收' })
      await drawer.getByRole('table').waitFor()
      assert.ok((await drawer.innerText()).includes(shown as string), `${shown ?? ''} is what its rows come to`)
      await drawer.getByRole('link').first().click()
      await page.waitForURL(/\/orderSet\?billId=/)
      await page.goBack()
      await page.waitForURL(/\/analysisData\?.*figure=C1/)
      await page.getByRole('dialog', { name: '实收' }).getByRole('table').waitFor()
      await context.close()

      const director = await visit(browser, stack, { account: 'director', size: 'phone' })
      await director.page.goto('/analysisData?by=clinic')
      const own = director.page.getByRole('table', { name: '门诊' })
      await own.getByRole('row').nth(2).waitFor()
      await settled(director.page)
      // A head, the own clinic, the foot.
      assert.equal(await own.getByRole('row').count(), 3)
      await director.context.close()
    },
  },
]
