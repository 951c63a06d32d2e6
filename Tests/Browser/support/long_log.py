"""A log of many purchases."""

import concurrent.futures


def fill_log(person, number):
    """Records so many purchases, over five years; the first one is the oldest. Store and total tell one from the next."""
    days = [f"{2022 + index // 336}-{index // 28 % 12 + 1:02}-{index % 28 + 1:02}" for index in range(5 * 336)]

    def record(index):
        person.record(f"Shop {index % 40}", 100 + index % 900, days[index * len(days) // number], ["Milk", "Bread"])

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(record, range(number)))
