import assert from 'node:assert/strict'
import { contract, type RecordContent } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import type { Page } from 'playwright-core'
import { as } from './calls.ts'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { becomes, choose, one } from './steps.ts'

const CLINIC = '望湖路门诊'
/** What is marked in the field that has the focus. */
const marked = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement
    return field instanceof HTMLTextAreaElement ? field.value.slice(field.selectionStart, field.selectionEnd) : ''
  })

/** What a section says, without what a record adds to a row. */
const words = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((row: { teeth: string; content?: string }) => [row.teeth, row.content]) : value

export const journeys: Journey[] = [
  {
    name: '模板：医生建一份带占位的模板，插入后空着的留在原处，Tab 逐个去，没填完不能签名并说出在哪，填完才签',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'guqingyan', clinic: CLINIC })
      await page.goto('/myTemplete')
      await page.getByRole('button', { name: '新建模板' }).click()
      const dialog = page.getByRole('dialog', { name: '新建模板' })
      await dialog.getByLabel('名称').fill('深龋护髓')
      await choose(dialog, '分类', '牙体牙髓')
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
  {
    name: '模板：总部建分类并拖动、复制平台模板、导出再导入；医生收进常用、按拼音找到、覆盖插入，用过的排前，存为模板不带患者',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'hq', clinic: CLINIC })
      await page.goto('/medicalRecordTempSet?kind=categories')
      await page.getByRole('button', { name: '新建模板分类' }).click()
      const category = page.getByRole('dialog', { name: '新建模板分类' })
      await category.getByLabel('分类名称').fill('牙体牙髓再治疗')
      await choose(category, '上级分类', '牙体牙髓')
      await category.getByRole('button', { name: '保存' }).click()
      await page.getByText('模板分类已建立').waitFor()

      // The platform's are copied, not changed.
      await page.getByRole('tab', { name: '平台模板' }).click()
      const offered = page.locator('[data-row]').filter({ hasText: '根管治疗 复诊' })
      await offered.getByRole('button', { name: '复制' }).click()
      const dialog = page.getByRole('dialog', { name: '新建模板' })
      await dialog.getByLabel('名称').fill('根管再治疗')
      await choose(dialog, '分类', '牙体牙髓 › 牙体牙髓再治疗')
      await dialog.getByRole('radio', { name: '全连锁' }).check()
      await dialog.getByRole('button', { name: '保存' }).click()
      await page.getByText('已保存').waitFor()
      await page.getByRole('tab', { name: /^模板/ }).click()
      await page.getByRole('searchbox', { name: '搜索模板' }).fill('ggzzl')
      await page.locator('[data-row]').filter({ hasText: '根管再治疗' }).getByText('连锁', { exact: true }).waitFor()

      // Taken along and brought in again: what is there stays.
      await page.getByRole('button', { name: '导出模板' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: '导出连锁模板' }).click(),
      ])
      assert.match(file.suggestedFilename(), /^连锁病历模板-2026-11-20\.json$/)
      const kept = await file.path()
      await page.getByRole('button', { name: '导入模板' }).click()
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('menuitem', { name: '导入为门诊模板' }).click(),
      ])
      await chooser.setFiles(kept)
      await page.getByText(/^已导入 \d+ 份/).waitFor()
      await page.locator('[data-row]').filter({ hasText: '根管再治疗' }).getByText('门诊', { exact: true }).waitFor()

      // In the record: at hand, found by initials, in place of what was there, counted.
      const doctor = await visit(browser, stack, { account: 'xumingzhe', clinic: CLINIC })
      await doctor.page.goto('/doctorIndex')
      await doctor.page.getByRole('link', { name: '写病历' }).first().click()
      await doctor.page.waitForURL('**/patientMedicalRecord?**')
      const patientId = new URL(doctor.page.url()).searchParams.get('patientId')
      const { name } = await one<{ name: string }>(stack.owner, 'select name from patient where id = $1', [patientId])
      await doctor.page.getByRole('searchbox', { name: '搜索模板、词条' }).fill('ggzzl')
      await doctor.page.getByRole('button', { name: '收进常用：根管再治疗' }).first().click()
      await doctor.page.getByText('已收进我的常用').waitFor()
      await doctor.page.getByRole('radiogroup', { name: '插入方式' }).getByText('覆盖').click()
      await doctor.page.getByRole('textbox', { name: '主诉' }).fill('原来写的')
      await doctor.page.getByTitle('插入「根管再治疗」').first().click()
      await becomes(() => doctor.page.getByRole('textbox', { name: '主诉' }).inputValue(), '{牙位}根管治疗中复诊。')
      await doctor.page.getByRole('textbox', { name: '主诉' }).fill(`${name} 36 根管治疗中复诊`)
      await doctor.page.getByRole('button', { name: '更多操作' }).click()
      await doctor.page.getByRole('menuitem', { name: '存为模板' }).click()
      const own = doctor.page.getByRole('dialog', { name: '存为模板' })
      await own.getByLabel('名称').fill('我的再治疗')
      await own.getByRole('button', { name: '保存模板' }).click()
      await doctor.page.getByText('已存为模板「我的再治疗」').waitFor()
      const made = await one<{ complaint: string; used: number }>(
        stack.owner,
        `select t.content->>'chiefComplaint' as complaint,
           (select sum(u.used)::int from record_template_use u join record_template x on x.id = u.template_id where x.name = '根管再治疗') as used
         from record_template t where t.name = '我的再治疗'`,
        [],
      )
      assert.deepEqual(made, { complaint: '患者 36 根管治疗中复诊', used: 1 })
      await doctor.page.goto('/myTemplete')
      await doctor.page
        .locator('[data-row]')
        .filter({ hasText: '我的再治疗' })
        .getByText('个人', { exact: true })
        .waitFor()
      await doctor.page.locator('[data-row]').filter({ hasText: '根管再治疗' }).first().waitFor()
      assert.deepEqual([...problems, ...doctor.problems], [])
    },
  },
  {
    name: '模板：维护门诊模板的人在对话框里选好收费项目、局麻和牙位；医生插入就有；治疗计划写项目和备选',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await page.goto('/medicalRecordTempSet')
      await page.getByRole('button', { name: '新建模板' }).click()
      const dialog = page.getByRole('dialog', { name: '新建模板' })
      await dialog.getByLabel('名称').fill('左下智齿拔除')
      await dialog.getByRole('radio', { name: '本门诊' }).check()
      await dialog.getByLabel('主诉', { exact: true }).fill('左下后牙反复肿痛 1 月')
      await dialog.getByLabel('病情变化').fill('消炎后肿痛消退')
      await dialog.getByLabel('处置', { exact: true }).fill('阻滞麻醉下拔除')
      await dialog.getByRole('checkbox', { name: /^保留牙位/ }).check()
      await dialog.getByRole('button', { name: '第 1 行的牙位' }).click()
      await page.getByRole('button', { name: /^38 / }).click()
      await dialog.getByLabel('名称').click()
      // Its chart is that of a record: the tooth, and the letter of what is there.
      const drawn = dialog.getByRole('region', { name: '牙位图' })
      await drawn.getByRole('option', { name: /^38 / }).click()
      await drawn.getByRole('button', { name: /^阻生/ }).click()
      await drawn.getByRole('group', { name: '阻生细节' }).getByRole('button', { name: '水平' }).click()
      assert.equal(await dialog.getByLabel('口腔检查', { exact: true }).inputValue(), '水平阻生')
      const charge = dialog.getByRole('combobox', { name: '第 1 行的收费项目' })
      await charge.fill('BY02')
      await page.getByRole('option', { name: /^普通牙拔除/ }).click()
      await dialog.getByRole('button', { name: '局麻', exact: true }).click()
      await choose(dialog, '第 1 行局麻 1麻药', '利多卡因')
      await dialog.getByLabel('第 1 行局麻 1用量').fill('1.8')
      await dialog.getByRole('button', { name: '保存' }).click()
      await page.getByText('已保存').waitFor()
      const kept = await one<{ bound: boolean; teeth: string; code: string; drug: string; ml: number }>(
        stack.owner,
        `select t.teeth_bound as bound, t.content #>> '{treatments,0,teeth}' as teeth, i.code,
           t.content #>> '{treatments,0,anaesthetics,0,drug}' as drug, (t.content #> '{treatments,0,anaesthetics,0,ml}')::float as ml
         from record_template t join tariff i on i.id = (t.content #>> '{treatments,0,tariffs,0,tariffId}')::uuid
         where t.name = '左下智齿拔除'`,
        [],
      )
      assert.match(kept.drug, /^lidocaine/)
      assert.deepEqual({ ...kept, drug: '' }, { bound: true, teeth: '38', code: 'BY02', drug: '', ml: 1.8 })

      // Where the doctor puts it in it stands on its own tooth.
      const doctor = await visit(browser, stack, { account: 'guqingyan', clinic: CLINIC })
      const writing = doctor.page
      await writing.goto('/doctorIndex')
      await writing.getByRole('link', { name: '写病历' }).first().click()
      await writing.getByRole('searchbox', { name: '搜索模板、词条' }).fill('左下智齿拔除')
      await writing.getByTitle('插入「左下智齿拔除」').first().click()
      await writing.getByText('已插入「左下智齿拔除」', { exact: true }).waitFor()
      const chart = writing.getByRole('region', { name: '牙位图' })
      await chart.getByRole('option', { name: /^38 .*阻生/ }).waitFor()
      // What stands there stays as it is, and is told of.
      await chart.getByRole('option', { name: /^38 / }).click()
      await chart.getByRole('group', { name: '阻生细节' }).getByRole('button', { name: '垂直' }).click()
      await writing.getByTitle('插入「左下智齿拔除」').first().click()
      await writing.getByText('已插入「左下智齿拔除」；没有标：38 水平阻生（这份病历已标）').waitFor()
      const more = writing.getByRole('button', { name: '治疗计划', exact: true })
      if (await more.isVisible()) await more.click()
      const plan = writing.getByRole('region', { name: '治疗计划' })
      const words = plan.getByRole('textbox', { name: '治疗计划第 1 行', exact: true })
      if (!(await words.isVisible()))
        await plan
          .getByRole('button', { name: /治疗计划/ })
          .first()
          .click()
      await words.fill('缺失间隙修复')
      await plan.getByRole('combobox', { name: '治疗计划第 1 行的收费项目' }).fill('XF01')
      await writing.getByRole('option', { name: /^氧化锆全瓷冠/ }).click()
      await plan.getByRole('button', { name: '备选' }).click()
      await plan.getByRole('textbox', { name: '治疗计划第 1 行的备选方案' }).fill('活动义齿')
      await plan.getByText('氧化锆全瓷冠').waitFor()
      assert.deepEqual([...problems, ...doctor.problems], [])
    },
  },
  {
    name: '模板：仅空段插入时写过的段落一字不动，空着的填上；牙位图有标记就不标并说出来，没有才标',
    async run({ browser, stack }) {
      const ask = await as(stack, 'director', CLINIC)
      const content = {
        chiefComplaint: '模板的主诉',
        interval: '模板的病情变化',
        pastHistory: '模板的既往史',
        familyHistory: '模板的家族史',
        exams: [{ teeth: '38', content: '模板的检查' }],
        diagnoses: [{ teeth: '38', icdCode: 'K01.1', icdName: '阻生牙', kind: 1 }],
        plans: [{ teeth: '38', content: '模板的计划' }],
        treatments: [{ teeth: '38', content: '模板的处置', tariffs: [], anesthetic: null }],
        advice: '模板的医嘱',
        toothMarks: [{ tooth: '38', condition: 'impacted', surfaces: '', status: 'present', detail: '水平' }],
      } as const
      await ask(contract.recordTemplate.save, {
        scope: 2,
        name: '仅空段核对',
        teethBound: true,
        content: structuredClone(content) as never,
        requestId: uuidv7(),
      })

      const { page, problems } = await visit(browser, stack, { account: 'guqingyan', clinic: CLINIC })
      await page.goto('/doctorIndex')
      await page.getByRole('link', { name: '写病历' }).first().click()
      await page.waitForURL('**/patientMedicalRecord?**')
      const patientId = new URL(page.url()).searchParams.get('patientId')
      /** What the server has of the record once everything is saved. */
      const saved = async () => {
        await page.keyboard.press('Control+s')
        await page.getByText('有修改，稍后自动保存').waitFor({ state: 'detached' })
        await page.getByText(/已自动保存|^已保存$/).waitFor()
        const row = await one<{ content: RecordContent }>(
          stack.owner,
          'select content from medical_record where patient_id = $1 order by created_at desc limit 1',
          [patientId],
        )
        return row.content
      }
      const insert = async (said: string) => {
        await page.getByTitle('插入「仅空段核对」').first().click()
        await page.getByText(said, { exact: true }).waitFor()
      }
      const chart = page.getByRole('region', { name: '牙位图' })
      await page.getByRole('textbox', { name: '主诉' }).fill('右上后牙，咬物痛； 3 天')
      await page.getByRole('textbox', { name: '病情变化' }).fill('酸痛 2 天，\n 之后缓解')
      await chart.getByRole('option', { name: /^16 / }).click()
      await chart.getByRole('button', { name: /^龋/ }).click()
      const before = await saved()
      assert.equal(before.chiefComplaint, '右上后牙，咬物痛； 3 天')
      assert.equal(before.toothMarks.length, 1)

      await page.getByRole('searchbox', { name: '搜索模板、词条' }).fill('仅空段核对')
      await page.getByRole('radiogroup', { name: '插入方式' }).getByText('仅空段').click()
      await insert('已插入「仅空段核对」；没有标：38 水平阻生（牙位图上已有标记）')
      const after = await saved()
      const blank = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)
      const wasBlank = (Object.keys(content) as (keyof typeof content)[]).filter((key) => blank(before[key]))
      for (const key of Object.keys(content) as (keyof typeof content)[])
        if (wasBlank.includes(key)) assert.deepEqual(words(after[key]), words(content[key]), `${key} was empty`)
        else assert.deepEqual(after[key], before[key], `${key} was written`)
      for (const key of ['familyHistory', 'plans', 'treatments', 'advice'] as const)
        assert.ok(wasBlank.includes(key), `${key} is for the template to write`)

      // Nothing charted any more: the mark goes in, and no word changes.
      await chart.getByRole('button', { name: /^龋/ }).click()
      const bare = await saved()
      assert.deepEqual(bare.toothMarks, [])
      await insert('已插入「仅空段核对」')
      await chart.getByRole('option', { name: /^38 .*阻生/ }).waitFor()
      const last = await saved()
      assert.deepEqual(
        last.toothMarks.map(({ tooth, detail }) => [tooth, detail]),
        [['38', '水平']],
      )
      for (const key of wasBlank) assert.deepEqual(last[key], bare[key])
      for (const key of ['chiefComplaint', 'interval'] as const) assert.equal(last[key], before[key])
      assert.deepEqual(problems, [])
    },
  },
]
