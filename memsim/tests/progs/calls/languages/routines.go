// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goroutines whose stacks grow, and so are copied to other addresses, while they are deep in recursion:
//
//	main.worker -> main.down -> ... (200 deep) -> main.spot
//	main.worker -> main.thrower -> (the runtime) -> main.catcher -> main.caught
//
// They run one after the other: each waits for its turn.
package main

import (
	"fmt"
	"runtime"
)

const (
	routines = 5
	depth    = 200
	times    = 3
)

var count int

//go:noinline
func spot() {
	count++
}

//go:noinline
func down(levels int) int {
	var room [100]int // what makes the stack grow
	room[levels%100] = levels
	if levels == 1 {
		spot()
		runtime.Gosched()
	} else {
		count += down(levels - 1)
	}
	return room[levels%100] & 1
}

//go:noinline
func caught() {
	count++
}

//go:noinline
func catcher() {
	if recover() != nil {
		caught()
	}
}

//go:noinline
func thrower() {
	defer catcher()
	panic("thrown")
}

//go:noinline
func worker(turn, next chan bool) {
	for i := 0; i < times; i++ {
		<-turn
		down(depth)
		thrower()
		next <- true
	}
}

func main() {
	runtime.GOMAXPROCS(1)
	first := make(chan bool, 1)
	turn := first
	for i := 0; i < routines; i++ {
		next := make(chan bool, 1)
		go worker(turn, next)
		turn = next
	}
	for i := 0; i < times; i++ {
		first <- true
		<-turn
	}
	fmt.Println(count)
}
