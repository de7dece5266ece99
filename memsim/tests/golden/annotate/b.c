first
	second, which is a much longer line of the source than the width of the terminal, so it may be cut
third without end