import { expect, it } from 'vitest'
import { listProps, pageCodecs, pagedProps } from './list.ts'

const found = { data: { list: ['a'], total: 41 }, error: null, isFetching: false, refetch: () => 'again' }

it('a page that is none reads as the first, a size that is not offered as 20', () => {
  expect(['3', '0', '-1', '1.5', 'x', '', null].map(pageCodecs.page.parse)).toEqual([3, 1, 1, 1, 1, 1, 1])
  expect(['50', '30', '1000', null].map(pageCodecs.size.parse)).toEqual([50, 20, 20, 20])
  expect([pageCodecs.page.format(1), pageCodecs.page.format(2)]).toEqual([null, '2'])
})

it('a paged list goes to the page and size that were chosen', () => {
  const gone: unknown[] = []
  const { rows, pager, error } = pagedProps(found, { page: 2, size: 20 }, (place) => gone.push(place), { noun: '家' })
  expect([rows, error, pager.page, pager.total, pager.noun]).toEqual([['a'], undefined, 2, 41, '家'])
  pager.onChange(1, 50)
  expect(gone).toEqual([{ page: 1, size: 50 }])
})

it('what was not read is named before the reason', () => {
  const failed = { ...found, data: undefined, error: new Error('网络连接失败') }
  expect(listProps(failed, '员工').error).toBe('员工没有读到：网络连接失败')
  expect(listProps(failed)).toMatchObject({ rows: undefined, error: '网络连接失败', loading: false })
  expect(listProps({ ...found, data: ['b'] }).rows).toEqual(['b'])
})
