import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { choose, one, openNew } from './steps.ts'

const CLINIC = '望湖路门诊'
const ITEM = '洁治'
const SOURCE = '美团'

export const journeys: Journey[] = [
  {
    name: '设置：改了预约项目的时长，预约时就是新时长，本店另定的只在本店；停用的来源建档时没有了，老患者的还看得到；菜单按自己的习惯排',
    async run({ browser, stack }) {
      const admin = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const { page } = admin

      // The company's length, then the clinic's own.
      await page.goto('/baseAppointSet')
      await page.getByRole('table', { name: '预约项目' }).getByText(ITEM, { exact: true }).click()
      const item = page.getByRole('dialog', { name: `修改预约项目：${ITEM}` })
      await item.getByLabel('默认时长').fill('52')
      await item.getByRole('button', { name: '保存' }).click()
      await item.getByText('时长应为 5 的倍数').waitFor()
      await item.getByLabel('默认时长').fill('55')
      await item.getByRole('button', { name: '保存' }).click()
      await page.getByText('更新成功').waitFor()
      const offered = async () => {
        await desk.page.goto('/myAppointmentBoard')
        const dialog = await openNew(desk.page, '新建预约')
        await choose(dialog, '预约项目', ITEM)
        await desk.page.keyboard.press('Escape')
        const length = await dialog.getByLabel('时长').inputValue()
        await desk.page.goto('/dashboard')
        return length
      }
      assert.equal(await offered(), '55')
      await page.goto('/appointItem')
      await page.getByRole('table', { name: '预约项目' }).getByText(ITEM, { exact: true }).click()
      const own = page.getByRole('dialog', { name: `本店的${ITEM}` })
      await own.getByText('不填随机构：55 分钟').waitFor()
      await own.getByLabel('时长').fill('35')
      await own.getByRole('button', { name: '保存' }).click()
      await page.getByRole('row').filter({ hasText: ITEM }).getByText('本店自定').waitFor()
      assert.equal(await offered(), '35')

      // A source that is switched off: not for new files, still to be read in old ones.
      const known = await one<{ id: string }>(
        stack.owner,
        `select p.id from patient p join patient_source s on s.tenant_id = p.tenant_id and s.id = p.source_id
         join clinic c on c.tenant_id = p.tenant_id and c.id = p.home_clinic_id
         where s.name = $1 and c.name = $2 and p.status = 0 order by p.id limit 1`,
        [SOURCE, CLINIC],
      )
      await page.goto('/basePatientSourceSet')
      await page.getByRole('table', { name: '来源' }).getByText(SOURCE, { exact: true }).click()
      const source = page.getByRole('dialog', { name: `修改来源：${SOURCE}` })
      await source.getByText('启用', { exact: true }).click()
      await source.getByRole('button', { name: '保存' }).click()
      await page.getByText('更新成功').waitFor()
      await desk.page.goto('/dashboard')
      const file = await openNew(desk.page, '添加患者')
      const sources = file.getByRole('combobox', { name: '来源', exact: true })
      await sources.focus()
      await sources.press('ArrowDown')
      await desk.page.locator('.ant-select-item-option').filter({ hasText: '搜索' }).first().waitFor()
      await sources.fill(SOURCE)
      await desk.page.locator('.ant-select-dropdown:visible').getByText('暂无数据').waitFor()
      await desk.page.goto(`/patientResource?id=${known.id}`)
      await desk.page.getByText(new RegExp(SOURCE)).first().waitFor()

      // The own menu stands at once, and on another device too.
      await desk.page.goto('/customizAtion')
      const menu = desk.page.getByRole('navigation', { name: '主导航' })
      await desk.page.getByRole('button', { name: '收费加入常用' }).click()
      await desk.page.getByRole('button', { name: '隐藏短信' }).click()
      await menu.getByRole('group', { name: '常用' }).getByRole('link', { name: '收费' }).waitFor()
      await menu.getByRole('link', { name: '短信' }).waitFor({ state: 'detached' })
      const elsewhere = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      await elsewhere.page.goto('/dashboard')
      await settled(elsewhere.page)
      const there = elsewhere.page.getByRole('navigation', { name: '主导航' })
      await there.getByRole('group', { name: '常用' }).getByRole('link', { name: '收费' }).waitFor()
      assert.equal(await there.getByRole('link', { name: '短信' }).count(), 0)
      await elsewhere.page.goto('/SMSmanagement/sendRecord')
      await elsewhere.page.getByRole('table', { name: '发送记录' }).waitFor()

      assert.deepEqual(
        [...admin.problems.filter((problem) => !problem.startsWith('answer: 400')), ...desk.problems],
        [],
      )
    },
  },
]
