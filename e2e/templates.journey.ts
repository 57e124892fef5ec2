import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { becomes, one } from './steps.ts'

const CLINIC = '望湖路门诊'
/** What is marked in the field that has the focus. */
const marked = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement
    return field instanceof HTMLTextAreaElement ? field.value.slice(field.selectionStart, field.selectionEnd) : ''
  })

export const journeys: Journey[] = [
  {
    name: '模板：医生建一份带占位的模板，插入后空着的留在原处，Tab 逐个去，没填完不能签名并说出在哪，填完才签',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'guqingyan', clinic: CLINIC })
      await page.goto('/myTemplete')
      await page.getByRole('button', { name: '新建模板' }).click()
      const dialog = page.getByRole('dialog', { name: '新建模板' })
      await dialog.getByLabel('名称').fill('深龋护髓')
      await dialog.getByLabel('分类').fill('牙体牙髓')
      await dialog.getByLabel('主诉', { exact: true }).fill('{牙位}冷热痛 {数字:1-30} 天')
      await dialog.getByLabel('现病史').fill('刺激去除后疼痛很快消失，无自发痛。')
      await dialog.getByLabel('既往史').fill('否认')
      await dialog.getByLabel('口腔检查').fill('深龋近髓，未穿髓')
      await dialog.getByLabel('处置').fill('去腐，{选则:单层|分层}充填')
      await dialog.getByRole('checkbox', { name: '放进常用' }).check()
      // Misspelt: said beside the field.
      await dialog.getByRole('button', { name: '保存' }).click()
      await dialog.getByText('没有「{选则:单层|分层}」这种占位').waitFor()
      await dialog.getByLabel('处置').fill('去腐，{选择:单层|分层}充填')
      await dialog.getByRole('button', { name: '保存' }).click()
      await page.getByText('已保存').waitFor()

      await page.goto('/doctorIndex')
      await page.getByRole('link', { name: '写病历' }).first().click()
      await page.getByTitle('插入「深龋护髓」').first().click()
      await page.getByText('已插入「深龋护髓」').waitFor()
      const [complaint, done] = [
        page.getByRole('textbox', { name: '主诉' }),
        page.getByRole('textbox', { name: /^处置第 \d+ 行$/ }).last(),
      ]
      assert.match(await complaint.inputValue(), /\{牙位\}冷热痛 \{数字:1-30\} 天$/)
      assert.equal(await done.inputValue(), '去腐，{选择:单层|分层}充填')

      // The first gap is marked; Tab goes on, over the fields, and back.
      await becomes(() => marked(page), '{牙位}')
      await page.keyboard.press('Tab')
      assert.equal(await marked(page), '{数字:1-30}')
      await page.keyboard.press('Tab')
      assert.equal(await marked(page), '{选择:单层|分层}')
      await page.keyboard.press('Shift+Tab')
      assert.equal(await marked(page), '{数字:1-30}')

      // Signing says where; the text is as it was.
      await page.getByRole('button', { name: '签名并锁定' }).click()
      await page.getByText(/^还不能签名：.*主诉还有 2 处空未填、.*处置第 \d+ 行还有 1 处空未填/).waitFor()
      assert.match(await complaint.inputValue(), /\{牙位\}/)

      // Filled: the teeth of the chart, a number within its limits, a choice by its digit.
      const chart = page.getByRole('region', { name: '牙位图' })
      await chart.getByRole('option', { name: /^36 / }).click()
      const bar = page.getByRole('toolbar', { name: '填空' })
      await complaint.click()
      await complaint.press('Home')
      await page.keyboard.press('Tab')
      await bar.getByRole('button', { name: '所选的牙 36' }).click()
      await becomes(() => marked(page), '{数字:1-30}')
      await page.keyboard.type('31')
      await page.keyboard.press('Enter')
      await bar.getByText('应在1到30之间').waitFor()
      await bar.getByRole('textbox').fill('3')
      await page.keyboard.press('Enter')
      await becomes(() => marked(page), '{选择:单层|分层}')
      await page.keyboard.press('2')
      await becomes(() => done.inputValue(), '去腐，分层充填')
      assert.match(await complaint.inputValue(), /36冷热痛 3 天$/)
      await bar.waitFor({ state: 'detached' })

      const diagnosis = page.getByRole('region', { name: '诊断' })
      if ((await diagnosis.getByRole('textbox').count()) === 0) {
        await diagnosis.getByRole('button').first().click()
        await diagnosis.getByRole('combobox').fill('K02.1')
        await page
          .getByRole('option', { name: /^K02\.1/ })
          .first()
          .click()
      }
      await page.getByRole('button', { name: '签名并锁定' }).click()
      await page.getByText('已签名并锁定').waitFor()
      const kept = await one<{ complaint: string; gaps: number }>(
        stack.owner,
        `select content->>'chiefComplaint' as complaint, (content::text like '%{数字%' or content::text like '%{选择%')::int as gaps
         from medical_record where status = 2 order by updated_at desc limit 1`,
        [],
      )
      assert.match(kept.complaint, /36冷热痛 3 天$/)
      assert.equal(kept.gaps, 0)
      assert.deepEqual(problems, [])
    },
  },
]
