import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { rowsOf, sheetOf, type Cells } from '../server/test/forms.ts'
import type { Journey } from './journeys.ts'
import { settled, told, visit } from './page.ts'
import type { Stack } from './stack.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The head office gives an item another short name, on another screen. */
async function shorten(stack: Stack, code: string, shortName: string): Promise<void> {
  const { token } = await stack.session('hq', CLINIC)
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${stack.origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return ((await answer.json()) as { data: { list?: Record<string, unknown>[] } }).data
  }
  const [row = {}] = (await ask('/bill-api/medical-project/list', { keyword: code })).list ?? []
  const { categoryName: _c, nextPrice: _n, nextFrom: _f, sortNo: _s, clinics: _d, ...fields } = row
  await ask('/bill-api/tariff/save', { ...fields, shortName, requestId: `journey-${code}` })
}

export const journeys: Journey[] = [
  {
    name: '资费：表格里改两项，一处有误标在格子下；下发到一家门诊；那家门诊改价超出区间被拒绝',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      await page.goto('/baseTariffSet?q=XF0')
      await settled(page)
      await page.getByRole('button', { name: '批量编辑' }).click()
      const crown = page.getByRole('textbox', { name: '氧化锆全瓷冠的价格' })
      await crown.fill('2900')
      await crown.press('Enter')
      // Enter goes one row down, in the same column.
      await page.getByRole('textbox', { name: '二硅酸锂铸瓷冠的价格' }).evaluate((cell) => {
        if (cell !== document.activeElement) throw new Error('the cell below has no focus')
      })
      const porcelain = page.getByRole('textbox', { name: '钴铬烤瓷冠的价格' })
      await porcelain.fill('100')
      await page.getByRole('button', { name: '保存 2 项' }).click()
      await page.getByText('价格不能低于最低价 768.00 元').first().waitFor()
      assert.equal(await crown.inputValue(), '2,900')
      await porcelain.fill('1380')
      // Somebody else changes the crown meanwhile: what was typed stays, and is saved only when somebody says so.
      await shorten(stack, 'XF01', '全瓷冠')
      await page.getByText('氧化锆全瓷冠刚被他人改过').waitFor()
      assert.equal(await page.getByRole('button', { name: '保存 2 项' }).isDisabled(), true)
      await page.getByRole('button', { name: '保留我改的格子' }).click()
      assert.equal(await page.getByRole('textbox', { name: '氧化锆全瓷冠的简称' }).inputValue(), '全瓷冠')
      await page.getByRole('button', { name: '保存 2 项' }).click()
      await page.getByText('已保存 2 项').waitFor()
      const { price } = await one<{ price: string }>(
        stack.owner,
        `select p.price from tariff_price p join tariff t on t.tenant_id = p.tenant_id and t.id = p.tariff_id
         where t.code = 'XF01' and p.clinic_id is null order by p.id desc limit 1`,
        [],
      )
      assert.equal(Number(price), 2900)

      // 滨江 charges less for the crown; now it goes with the head office.
      await page.goto('/clinicTariffSet?q=XF01&show=deviating')
      await settled(page)
      await page.getByRole('button', { name: '滨江的氧化锆全瓷冠' }).getByText('↓ 2,480').waitFor()
      await page.getByRole('checkbox', { name: '选择第 1 行' }).check()
      await page.getByRole('button', { name: '下发到门诊' }).click()
      const handing = page.getByRole('dialog', { name: '下发 1 项的总部价' })
      await handing.getByRole('combobox', { name: '门诊' }).click()
      await page.getByTitle('滨江').last().click()
      await page.keyboard.press('Escape')
      await handing.getByRole('button', { name: '下发', exact: true }).click()
      await page.getByText('已把 1 项下发到 1 家门诊').waitFor()
      await page.getByRole('button', { name: '滨江的氧化锆全瓷冠' }).getByText('2,900', { exact: true }).waitFor()

      // There it may be changed within the range only.
      const there = await visit(browser, stack, { account: 'admin', clinic: '滨江门诊' })
      await there.page.goto('/tariffsClinic?q=XF01')
      await settled(there.page)
      await there.page.getByText('氧化锆全瓷冠').first().click()
      const own = there.page.getByRole('dialog', { name: '本店的氧化锆全瓷冠' })
      await own.getByRole('textbox', { name: '本店价' }).fill('2000')
      await own.getByRole('button', { name: '保存' }).click()
      await own.getByText('低于总部下限 2,278.00 元').waitFor()
      await own.getByRole('textbox', { name: '本店价' }).fill('2780')
      await own.getByRole('button', { name: '保存' }).click()
      await there.page.getByText('更新成功').waitFor()
      await there.page.getByText('本店自定').waitFor()
      assert.deepEqual([...problems, ...there.problems], [])
    },
  },
  {
    name: '价目表格：导出、改一项、加一项、错两行再传，逐行说会怎样，有误的不导入，改好再传一次',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      await page.goto('/baseTariffSet?q=CT0')
      await settled(page)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: '导出表格' }).click(),
      ])
      const rows = await rowsOf(await readFile(await file.path()))
      const [heads = []] = rows
      const at = (row: Cells | undefined, title: string) => row?.[heads.indexOf(title)]
      const filling = rows.find((row) => at(row, '编码') === 'CT02')
      assert.deepEqual([at(filling, '项目名称'), Number(at(filling, '价格'))], ['双面复合树脂充填', 420])

      const price = heads.indexOf('价格')
      const changed = (filling as Cells).map((cell, n) => (n === price ? 435.5 : cell))
      const like = (values: Record<string, string | number>) =>
        (filling as Cells).map((cell, n) => values[heads[n] as string] ?? cell)
      const added = like({ 编码: 'CT90', 项目名称: '纤维桩树脂核', 价格: 440 })
      const wrong = like({ 编码: 'CT91', 项目名称: '没有分类的项目', 分类: '没有这类', 价格: '一百' })
      await page.getByRole('button', { name: '导入表格' }).click()
      const box = page.getByRole('dialog', { name: '导入价目表格' })
      const give = async (name: string, sheet: Cells[]) =>
        box
          .getByLabel('价目表格', { exact: true })
          .setInputFiles({ name, mimeType: XLSX, buffer: await sheetOf(sheet) })
      await give('价目.xlsx', [heads, changed, added, wrong])
      const result = (name: string) => box.getByRole('row').filter({ hasText: name })
      await result('双面复合树脂充填').getByText('价格 420.00 → 435.50').waitFor()
      await result('纤维桩树脂核').getByText('新建').waitFor()
      await result('没有分类的项目').getByText('没有这个分类；价格应为数字，最多两位小数').waitFor()
      await box.getByText('有误的 1 行不会导入').waitFor()
      // Nothing is written before somebody says so.
      const now = () =>
        one<{ old: string; added: number }>(
          stack.owner,
          `select max(coalesce((select p.price from tariff_price p where p.tenant_id = t.tenant_id and p.tariff_id = t.id and p.clinic_id is null
               order by p.id desc limit 1), t.price)) filter (where t.code = 'CT02')::text as old,
             (count(*) filter (where t.code in ('CT90', 'CT91')))::int as added
           from tariff t join clinic c on c.tenant_id = t.tenant_id where c.name = $1`,
          [CLINIC],
        )
      assert.deepEqual(await now(), { old: '420.00', added: 0 })
      // The row put right comes with the rest.
      await give('价目-改好.xlsx', [
        heads,
        changed,
        added,
        like({ 编码: 'CT91', 项目名称: '没有分类的项目', 价格: 430 }),
      ])
      await box.getByText('价目-改好.xlsx').waitFor()
      await box.getByRole('button', { name: '导入 3 项' }).click()
      await told(page, /^已导入 3 项/)
      await box.waitFor({ state: 'detached' })
      assert.deepEqual(await now(), { old: '435.50', added: 2 })
      await page.goto('/baseTariffSet?q=CT9')
      await page.getByRole('table', { name: '价目' }).getByText('纤维桩树脂核').waitFor()
      assert.deepEqual(problems, [])
    },
  },
]
