import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNetworkDelay } from './network-delay.ts';

describe('Network', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('delivers in order, after one round trip', () => {
    vi.useFakeTimers();
    const network = createNetworkDelay(50, 1);
    const arrived: string[] = [];
    network.deliver(() => arrived.push('first'));
    vi.advanceTimersByTime(60);
    network.deliver(() => arrived.push('second'));
    vi.advanceTimersByTime(39);
    expect(arrived).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(arrived).toEqual(['first']);
    vi.advanceTimersByTime(60);
    expect(arrived).toEqual(['first', 'second']);
  });

  it('delivers immediately without a delay', () => {
    let delivered = false;
    createNetworkDelay(0, 1).deliver(() => {
      delivered = true;
    });
    expect(delivered).toBe(true);
  });

  it('delivers everything under steady traffic, and cancels pending deliveries when stopped', () => {
    vi.useFakeTimers();
    const network = createNetworkDelay(5, 1);
    const arrived: number[] = [];
    for (let i = 0; i < 20_000; i++) {
      network.deliver(() => arrived.push(i));
      if (i % 4 === 0) vi.advanceTimersByTime(1);
    }
    vi.advanceTimersByTime(10);
    expect(arrived).toEqual([...Array(20_000).keys()]);
    network.deliver(() => arrived.push(-1));
    network.stop();
    vi.advanceTimersByTime(100);
    expect(arrived).toHaveLength(20_000);
  });

  it('divides server delays by the time scale', () => {
    vi.useFakeTimers();
    let waited = false;
    createNetworkDelay(0, 60).after(240_000, () => {
      waited = true;
    });
    vi.advanceTimersByTime(3999);
    expect(waited).toBe(false);
    vi.advanceTimersByTime(1);
    expect(waited).toBe(true);
  });
});
