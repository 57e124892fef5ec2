import { beforeEach, expect, it, vi } from 'vitest'
import { holdToast, releaseToast, shownToasts, toast } from './toast.tsx'

const texts = () => shownToasts().map(({ text }) => text)
const undo = { action: { label: '撤销', onClick: () => {} } }

beforeEach(() => {
  vi.useFakeTimers()
  toast.dismiss()
})

function lasts(show: () => void): number {
  show()
  let ms = 0
  while (shownToasts().length > 0 && ms < 20_000) {
    vi.advanceTimersByTime(50)
    ms += 50
  }
  return ms
}

it('message-duration: plain words stay 1000 ms, a refusal 3000, one with something to do 5000', () => {
  expect(lasts(() => toast.success('成功'))).toBe(1000)
  expect(lasts(() => toast.info('已撤销'))).toBe(1000)
  expect(lasts(() => toast.error('失败'))).toBe(3000)
  expect(lasts(() => toast.success('已签到', undo))).toBe(5000)
})

it('message-duration: plain words stand one at a time, and each has its whole second', () => {
  toast.success('一')
  vi.advanceTimersByTime(900)
  toast.success('二')
  expect(texts()).toEqual(['二'])
  vi.advanceTimersByTime(950)
  expect(texts()).toEqual(['二'])
  vi.advanceTimersByTime(50)
  expect(texts()).toEqual([])
})

it('what can be undone stays beside what comes after it, three at the most', () => {
  for (const text of ['甲 已签到', '乙 已签到', '丙 已签到', '丁 已签到']) toast.success(text, undo)
  expect(texts()).toEqual(['乙 已签到', '丙 已签到', '丁 已签到'])
  toast.info('已撤销')
  expect(texts()).toEqual(['乙 已签到', '丙 已签到', '丁 已签到', '已撤销'])
  vi.advanceTimersByTime(1000)
  expect(texts()).toEqual(['乙 已签到', '丙 已签到', '丁 已签到'])
})

it('waits while the pointer is on it', () => {
  toast.success('已签到', undo)
  const id = shownToasts()[0]?.id as number
  vi.advanceTimersByTime(4900)
  holdToast(id)
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['已签到'])
  releaseToast(id)
  vi.advanceTimersByTime(5000)
  expect(texts()).toEqual([])
})
